package dev.baton.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Sha256;
import dev.baton.workspace.TreeEntry.FileEntry;
import dev.baton.workspace.TreeEntry.LinkEntry;
import dev.baton.workspace.WorkspaceException.Code;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class TreeUnpackTest {
    private static final byte[] TEXT = "hello".getBytes(StandardCharsets.UTF_8);
    private static final Sha256 DIGEST = Sha256.digestOf(TEXT);

    @TempDir Path temp;
    private Directory target;

    @BeforeEach
    void nameTarget() {
        target = new Directory(temp.resolve("target"));
    }

    private static ContentSource giving(String text) {
        return _ -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static FileEntry hello(String path) {
        return new FileEntry(path, false, TEXT.length, DIGEST);
    }

    @Test
    void other_bytes_than_the_digest_names_are_refused_and_not_left_behind() {
        for (String wrong : List.of("hallo", "hell", "hello!", "")) {
            assertThatThrownBy(
                            () ->
                                    TreeUnpack.into(
                                            target.root(),
                                            new Tree(List.of(hello("a"))),
                                            giving(wrong)))
                    .hasFieldOrPropertyWithValue("code", Code.DIGEST_MISMATCH);
            assertThat(target.listed()).isEmpty();
        }
    }

    @Test
    void a_source_that_was_wrong_may_do_better() throws IOException {
        var source =
                new ContentSource() {
                    @Override
                    public InputStream open(Sha256 content) {
                        return new ByteArrayInputStream(new byte[5]);
                    }

                    @Override
                    public InputStream reopen(Sha256 content) {
                        return new ByteArrayInputStream(TEXT);
                    }
                };
        TreeUnpack.into(target.root(), new Tree(List.of(hello("a"))), source);
        assertThat(target.listed()).isEqualTo(Map.of("a", "hello"));
    }

    @Test
    void nothing_is_written_through_a_link_that_is_there() {
        var outside = new Directory(temp.resolve("outside")).directory("");
        target.link("d", outside.root().toString());

        assertThatThrownBy(
                        () ->
                                TreeUnpack.into(
                                        target.root(),
                                        new Tree(List.of(hello("d/a"))),
                                        giving("hello")))
                .hasFieldOrPropertyWithValue("code", Code.IN_THE_WAY);
        assertThat(outside.listed()).isEmpty();
    }

    @Test
    void a_link_in_the_place_of_a_file_is_not_written_through() {
        var outside = new Directory(temp.resolve("outside")).directory("");
        target.link("a", outside.at("made").toString());

        assertThatThrownBy(
                        () ->
                                TreeUnpack.into(
                                        target.root(),
                                        new Tree(List.of(hello("a"))),
                                        giving("hello")))
                .hasFieldOrPropertyWithValue("code", Code.IN_THE_WAY);
        assertThat(outside.listed()).isEmpty();
    }

    @Test
    void what_is_there_already_is_refused_and_stays_as_it_is() {
        target.file("a", "mine").file("l", "mine");
        for (TreeEntry entry : List.of(hello("a"), new LinkEntry("l", "a"))) {
            assertThatThrownBy(
                            () ->
                                    TreeUnpack.into(
                                            target.root(),
                                            new Tree(List.of(entry)),
                                            giving("hello")))
                    .hasFieldOrPropertyWithValue("code", Code.IN_THE_WAY);
        }
        assertThat(target.listed()).isEqualTo(Map.of("a", "mine", "l", "mine"));
    }

    @Test
    void filling_in_keeps_what_is_there() throws IOException {
        target.file("a", "mine").file("l", "mine");
        var tree = new Tree(List.of(hello("a"), hello("b"), new LinkEntry("l", "a")));

        TreeUnpack.fillIn(target.root(), tree, giving("hello"));

        assertThat(target.listed()).isEqualTo(Map.of("a", "mine", "b", "hello", "l", "mine"));
    }

    @Test
    void filling_in_does_not_follow_links_either() {
        var outside = new Directory(temp.resolve("outside")).directory("");
        target.link("d", outside.root().toString());
        assertThatThrownBy(
                        () ->
                                TreeUnpack.fillIn(
                                        target.root(),
                                        new Tree(List.of(hello("d/a"))),
                                        giving("hello")))
                .hasFieldOrPropertyWithValue("code", Code.IN_THE_WAY);
        assertThat(outside.listed()).isEmpty();
    }

    @Test
    void a_content_that_is_missing_is_named() {
        ContentSource none =
                content -> {
                    throw new WorkspaceException(Code.MISSING_CONTENT, content.named());
                };
        assertThatThrownBy(
                        () -> TreeUnpack.into(target.root(), new Tree(List.of(hello("a"))), none))
                .hasMessageContaining(DIGEST.named());
    }
}
