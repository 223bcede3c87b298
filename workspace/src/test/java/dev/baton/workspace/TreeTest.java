package dev.baton.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Sha256;
import dev.baton.workspace.TreeEntry.DirectoryEntry;
import dev.baton.workspace.TreeEntry.FileEntry;
import dev.baton.workspace.TreeEntry.LinkEntry;
import dev.baton.workspace.WorkspaceException.Code;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.List;

class TreeTest {
    private static final Sha256 EMPTY = Sha256.digestOf(new byte[0]);
    private static final String EXAMPLE =
            """
            {"version":1,"entries":[\
            {"path":"bin/run","type":"file","mode":"755","size":12,"sha256":"%1$s"},\
            {"path":"docs","type":"dir"},\
            {"path":"l","type":"link","target":"bin/run"}]}"""
                    .formatted(EMPTY);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static FileEntry file(String path) {
        return new FileEntry(path, false, 0, EMPTY);
    }

    @Test
    void a_tree_reads_what_it_writes() {
        var tree =
                new Tree(
                        List.of(
                                new FileEntry("bin/run", true, 12, EMPTY),
                                new DirectoryEntry("docs"),
                                new LinkEntry("l", "bin/run")));

        assertThat(new String(TreeCodec.write(tree), StandardCharsets.UTF_8)).isEqualTo(EXAMPLE);
        assertThat(TreeCodec.read(bytes(EXAMPLE))).isEqualTo(tree);
        assertThat(TreeCodec.read(TreeCodec.write(Tree.EMPTY))).isEqualTo(Tree.EMPTY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/etc/passwd",
                "../x",
                "a/../../x",
                "a//b",
                "a/",
                "./a",
                "a/./b",
                "a/..",
                "..",
                ".",
                "/",
                "nul\0",
                "\ud800"
            })
    void a_path_that_leads_elsewhere_is_refused(String path) {
        assertThatThrownBy(() -> new Tree(List.of(file(path))))
                .isInstanceOf(WorkspaceException.class)
                .hasFieldOrPropertyWithValue("code", Code.INVALID_TREE);
    }

    @Test
    void names_that_look_odd_are_names_all_the_same() {
        var odd = List.of("...", "..a", " ", "a\nb", "back\\slash", "C:", "ü", "𝒳");
        for (String name : odd) {
            assertThat(new Tree(List.of(file(name))).files()).hasSize(1);
        }
    }

    @Test
    void a_path_that_is_too_long_is_refused() {
        assertThatThrownBy(() -> new Tree(List.of(file("a".repeat(256)))))
                .hasMessageContaining("255 bytes");
        assertThatThrownBy(() -> new Tree(List.of(file("a/".repeat(2100) + "a"))))
                .hasMessageContaining("at most");
    }

    @Test
    void a_path_is_there_once_and_in_order() {
        assertThatThrownBy(() -> new Tree(List.of(file("a"), file("a"))))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> new Tree(List.of(file("b"), file("a"))))
                .hasMessageContaining("order");
        assertThat(Tree.ofUnsorted(List.of(file("b"), file("a/x"), file("a-b"))).files())
                .extracting(FileEntry::path)
                .containsExactly("a-b", "a/x", "b");
    }

    @Test
    void the_order_is_that_of_utf_8() {
        assertThat(Tree.ofUnsorted(List.of(file("\ud835\udcb3"), file("\uffee"))).files())
                .extracting(FileEntry::path)
                .containsExactly("\uffee", "\ud835\udcb3");
    }

    @Test
    void nothing_lies_below_a_file_or_a_link() {
        assertThatThrownBy(() -> new Tree(List.of(file("a"), file("a/b"))))
                .hasMessageContaining("not a directory");
        assertThatThrownBy(() -> Tree.ofUnsorted(List.of(new LinkEntry("l", "d"), file("l/x/y"))))
                .hasMessageContaining("not a directory");
        assertThatThrownBy(() -> Tree.ofUnsorted(List.of(file("a"), file("a-b"), file("a/b"))))
                .hasMessageContaining("not a directory");
    }

    @ParameterizedTest
    @CsvSource({
        "l,/etc/passwd",
        "l,..",
        "l,../x",
        "l,a/../../x",
        "d/l,../../x",
        "d/l,./../../x",
        "l,'a//../..'",
    })
    void a_link_that_leads_outside_is_refused(String path, String target) {
        assertThatThrownBy(() -> new Tree(List.of(new LinkEntry(path, target))))
                .isInstanceOf(WorkspaceException.class)
                .hasMessageContaining("target");
    }

    @Test
    void links_that_lead_outside_together_are_refused() {
        // Each looks as if it stayed inside; but a/up is the root, and what is above it is not
        // ours.
        assertThatThrownBy(
                        () ->
                                new Tree(
                                        List.of(
                                                new LinkEntry("a/up", ".."),
                                                new LinkEntry("out", "a/up/.."))))
                .hasMessageContaining("outside");
    }

    @Test
    void links_inside_may_go_up_dangle_and_go_in_circles() {
        var tree =
                new Tree(
                        List.of(
                                new LinkEntry("a/up", "../b"),
                                new LinkEntry("b", "nowhere"),
                                new LinkEntry("round", "round/round/.."),
                                new LinkEntry("self", "self")));
        assertThat(tree.entries()).hasSize(4);
    }

    @Test
    void a_tree_can_be_put_under_a_name_and_taken_out_again() {
        var tree = new Tree(List.of(file("a/b"), new LinkEntry("l", "a")));
        assertThat(tree.under("0").below("0")).isEqualTo(tree);
        assertThat(tree.below("a")).isEqualTo(new Tree(List.of(file("b"))));
        assertThat(tree.below("none")).isEqualTo(Tree.EMPTY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"version\":1}",
                "{\"entries\":[]}",
                "{\"version\":2,\"entries\":[]}",
                "{\"version\":\"1\",\"entries\":[]}",
                "{\"version\":1,\"entries\":{}}",
                "{\"version\":1,\"entries\":[1]}",
                "{\"version\":1,\"entries\":[[]]}",
                "{\"version\":1,\"entries\":[{}]}",
                "{\"version\":1,\"entries\":[],\"more\":1}",
                "{\"version\":1,\"version\":1,\"entries\":[]}",
                "{\"version\":1,\"entries\":[]} x",
                "{\"version\":1,\"entries\":[",
                "{\"version\":1,\"entries\":[{\"path\":\"a\",\"type\":\"dir\",\"mode\":\"755\"}]}",
                "{\"version\":1,\"entries\":[{\"path\":\"a\",\"type\":\"dir\",\"x\":{\"y\":{}}}]}",
                "{\"version\":1,\"entries\":[{\"path\":\"a\",\"type\":\"socket\"}]}",
                "{\"version\":1,\"entries\":[{\"path\":\"a\",\"type\":\"link\"}]}",
                "{\"version\":1,\"entries\":[{\"path\":1,\"type\":\"dir\"}]}",
                "{\"version\":1,\"entries\":[{\"path\":\"a\",\"type\":\"file\",\"mode\":\"644\",\"size\":1,\"sha256\":\"x\"}]}",
                "{\"version\":1,\"entries\":[{\"path\":\"a\",\"type\":\"file\",\"mode\":\"777\",\"size\":1,\"sha256\":\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"}]}",
                "{\"version\":1,\"entries\":[{\"path\":\"a\",\"type\":\"file\",\"mode\":\"644\",\"size\":-1,\"sha256\":\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"}]}",
                "{\"version\":1,\"entries\":[{\"path\":\"a\",\"type\":\"file\",\"mode\":\"644\",\"size\":1.5,\"sha256\":\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"}]}",
                "{\"version\":1,\"entries\":[{\"path\":\"a\",\"type\":\"file\",\"mode\":\"644\",\"size\":99999999999999999999,\"sha256\":\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"}]}",
            })
    void what_is_not_a_tree_is_refused(String json) {
        assertThatThrownBy(() -> TreeCodec.read(bytes(json)))
                .isInstanceOf(WorkspaceException.class)
                .hasFieldOrPropertyWithValue("code", Code.INVALID_TREE);
    }

    @Test
    void bytes_that_are_not_utf_8_are_refused() {
        byte[] json = bytes("{\"version\":1,\"entries\":[{\"path\":\"?\",\"type\":\"dir\"}]}");
        json[new String(json, StandardCharsets.UTF_8).indexOf('?')] = (byte) 0xFF;
        assertThatThrownBy(() -> TreeCodec.read(json)).hasMessageContaining("UTF-8");
    }

    @Test
    void a_tree_that_is_too_large_is_refused_before_it_is_read() {
        assertThatThrownBy(() -> TreeCodec.read(new byte[TreeCodec.MOST_BYTES + 1]))
                .hasFieldOrPropertyWithValue("code", Code.TOO_LARGE);
    }
}
