package dev.baton.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Sha256;
import dev.baton.workspace.WorkspaceException.Code;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

class TreeScanTest {
    @TempDir Path temp;
    private Directory here;

    @BeforeEach
    void makeDirectory() {
        here = new Directory(temp.resolve("project")).directory("");
    }

    private List<String> scanned() throws IOException {
        return TreeScan.ofSources(here.root()).tree().entries().stream()
                .map(TreeEntry::path)
                .toList();
    }

    @Test
    void a_directory_that_was_scanned_and_unpacked_is_the_same_again() throws IOException {
        here.file("src/Main.java", "class Main {}")
                .file("empty", "")
                .executable("bin/run", "#!/bin/sh")
                .directory("out/none")
                .link("bin/again", "run")
                .link("here", ".")
                .file("ümläut/日本", "text");
        var scanned = TreeScan.ofEverything(here.root());
        var copy = new Directory(temp.resolve("copy"));

        TreeUnpack.into(copy.root(), scanned.tree(), scanned);

        assertThat(copy.listed()).isEqualTo(here.listed());
        assertThat(TreeScan.ofEverything(copy.root()).digest()).isEqualTo(scanned.digest());
    }

    @Test
    void equal_files_are_one_content_and_the_tree_is_one_too() throws IOException {
        here.file("a", "same").file("b/c", "same").file("d", "other");
        var scanned = TreeScan.ofSources(here.root());

        assertThat(scanned.contents())
                .hasSize(3)
                .containsEntry(Sha256.digestOf("same".getBytes(StandardCharsets.UTF_8)), 4L)
                .containsEntry(scanned.digest(), (long) TreeCodec.write(scanned.tree()).length);
        try (var json = scanned.open(scanned.digest())) {
            assertThat(TreeCodec.read(json.readAllBytes())).isEqualTo(scanned.tree());
        }
        assertThat(scanned.tree().bytes()).isEqualTo(13);
    }

    @Test
    void many_files_have_the_digests_that_they_have_alone() throws IOException {
        IntStream.range(0, 500).forEach(i -> here.file("f" + i, "text " + i));
        var files = TreeScan.ofSources(here.root()).tree().files();

        assertThat(files)
                .hasSize(500)
                .allSatisfy(
                        file ->
                                assertThat(file.sha256())
                                        .isEqualTo(
                                                Sha256.digestOf(
                                                        ("text " + file.path().substring(1))
                                                                .getBytes(
                                                                        StandardCharsets.UTF_8))));
    }

    @Test
    void git_and_what_is_ignored_are_left_out() throws IOException {
        here.file(".git/config", "x")
                .file(".gitignore", "*.log\n/build/\n")
                .file("a.log", "x")
                .file("build/out", "x")
                .file("sub/build/kept", "x")
                .file("sub/b.log", "x")
                .file("sub/.git/config", "x");

        assertThat(scanned()).containsExactly(".gitignore", "sub/build/kept");
    }

    @Test
    void a_directory_whose_files_are_all_ignored_stays_as_an_empty_one() throws IOException {
        here.file(".gitignore", "*.log").file("logs/a.log", "x");
        assertThat(scanned()).containsExactly(".gitignore", "logs");
    }

    @Test
    void deeper_patterns_and_batonignore_have_the_last_word() throws IOException {
        here.file(".gitignore", "*.log\n")
                .file("keep/.gitignore", "!*.log\n")
                .file("keep/a.log", "x")
                .file("b.log", "x")
                .file(".batonignore", "!dist.log\nsecret\n")
                .file("dist.log", "x")
                .file("secret", "x");

        assertThat(scanned())
                .containsExactly(
                        ".batonignore", ".gitignore", "dist.log", "keep/.gitignore", "keep/a.log");
    }

    @Test
    void what_lies_in_an_ignored_directory_cannot_be_kept() throws IOException {
        here.file(".gitignore", "out/\n!out/kept\n").file("out/kept", "x");
        assertThat(scanned()).containsExactly(".gitignore");
    }

    @Test
    void everything_means_everything() throws IOException {
        here.file(".git/config", "x").file(".gitignore", "*").file("a.log", "x");
        assertThat(TreeScan.ofEverything(here.root()).tree().entries()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "bad,/etc/passwd,absolute",
        "bad,../../x,outside",
        "d/bad,../../outside,outside",
    })
    void a_link_that_leads_outside_is_refused_by_name(String path, String target, String why) {
        here.link(path, target).file("good", "x");
        assertThatThrownBy(() -> TreeScan.ofSources(here.root()))
                .hasFieldOrPropertyWithValue("code", Code.REFUSED_FILE)
                .hasMessageContaining(path)
                .hasMessageContaining(target)
                .hasMessageContaining(why)
                .hasMessageContaining(".batonignore");
    }

    @Test
    void a_bad_link_that_is_ignored_does_no_harm() throws IOException {
        here.link("bad", "/etc/passwd").file(".batonignore", "bad");
        assertThat(scanned()).containsExactly(".batonignore");
    }

    @Test
    void all_refused_files_are_named_up_to_a_bound() {
        IntStream.range(0, 12).forEach(i -> here.link("l" + i, "/x"));
        assertThatThrownBy(() -> TreeScan.ofSources(here.root()))
                .hasMessageContaining("'l0'")
                .hasMessageContaining("and 2 more");
    }

    @Test
    void a_socket_is_refused() throws IOException {
        var address = UnixDomainSocketAddress.of(here.at("socket"));
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            assertThatThrownBy(() -> TreeScan.ofSources(here.root()))
                    .hasMessageContaining("'socket'");
        }
    }

    @Test
    void a_link_to_a_directory_is_kept_as_a_link_and_not_followed() throws IOException {
        here.file("d/x", "x").link("l", "d").link("d/up", "..");
        assertThat(scanned()).containsExactly("d/up", "d/x", "l");
    }

    @Test
    void several_directories_are_one_tree_under_their_names() throws IOException {
        here.file("one/a", "1").file("two/b", "2");
        var together =
                ScannedTree.together(
                        Map.of(
                                "0", TreeScan.ofEverything(here.at("one")),
                                "1", TreeScan.ofEverything(here.at("two"))));

        assertThat(together.tree().entries().stream().map(TreeEntry::path))
                .containsExactly("0/a", "1/b");
        TreeUnpack.into(temp.resolve("copy"), together.tree().below("1"), together);
        assertThat(new Directory(temp.resolve("copy")).listed()).isEqualTo(Map.of("b", "2"));
    }
}
