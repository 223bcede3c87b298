package dev.baton.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Sha256;
import dev.baton.workspace.TreeEntry.FileEntry;
import dev.baton.workspace.WorkspaceException.Code;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

class ContentCacheTest {
    @TempDir Path temp;

    /// Each look at the clock is a second later than the one before.
    private final AtomicLong seconds = new AtomicLong(1_900_000_000);

    private ContentCache cache;

    @BeforeEach
    void openCache() throws IOException {
        cache = open(1000);
    }

    private ContentCache open(long mostBytes) throws IOException {
        return ContentCache.open(
                temp.resolve("cache"),
                mostBytes,
                () -> Instant.ofEpochSecond(seconds.incrementAndGet()));
    }

    private static Sha256 digest(String text) {
        return Sha256.digestOf(text.getBytes(StandardCharsets.UTF_8));
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private void put(String text) throws IOException {
        cache.put(digest(text), bytes(text));
    }

    private Path place(String text) {
        String digits = digest(text).toString();
        return temp.resolve("cache").resolve(digits.substring(0, 2)).resolve(digits);
    }

    private String read(String text, ContentCache.Fetch fetch) throws IOException {
        return new String(
                cache.fetching(fetch).read(digest(text), 1 << 20), StandardCharsets.UTF_8);
    }

    private static final ContentCache.Fetch NEVER =
            (wanted, _) -> {
                throw new AssertionError("fetched " + wanted);
            };

    @Test
    void what_was_put_is_there_and_not_fetched() throws IOException {
        put("one");
        assertThat(cache.missing(List.of(digest("one"), digest("two"), digest("two"))))
                .containsExactly(digest("two"));
        assertThat(read("one", NEVER)).isEqualTo("one");
    }

    @Test
    void what_is_missing_is_fetched_once() throws IOException {
        var fetched = new ArrayList<Sha256>();
        ContentCache.Fetch fetch =
                (wanted, into) -> {
                    fetched.addAll(wanted);
                    into.put(wanted.getFirst(), bytes("one"));
                };
        assertThat(read("one", fetch)).isEqualTo("one");
        assertThat(read("one", fetch)).isEqualTo("one");
        assertThat(fetched).containsExactly(digest("one"));
    }

    @Test
    void what_cannot_be_fetched_is_named() {
        assertThatThrownBy(() -> read("one", (_, _) -> {}))
                .hasFieldOrPropertyWithValue("code", Code.MISSING_CONTENT)
                .hasMessageContaining(digest("one").named());
    }

    @Test
    void other_bytes_are_not_kept() {
        assertThatThrownBy(() -> cache.put(digest("one"), bytes("two")))
                .hasFieldOrPropertyWithValue("code", Code.DIGEST_MISMATCH);
        assertThat(cache.missing(List.of(digest("one")))).hasSize(1);
        assertThat(temp.resolve("cache/tmp")).isEmptyDirectory();
    }

    @Test
    void damaged_bytes_are_found_out_and_fetched_again() throws IOException {
        put("one");
        Files.writeString(place("one"), "eno");
        var tree = new Tree(List.of(new FileEntry("a", false, 3, digest("one"))));
        var target = new Directory(temp.resolve("target"));

        TreeUnpack.into(
                target.root(),
                tree,
                cache.fetching((wanted, into) -> into.put(wanted.getFirst(), bytes("one"))));

        assertThat(target.listed()).containsEntry("a", "one");
        assertThat(place("one")).hasContent("one");
    }

    @Test
    void a_job_that_changes_its_copy_does_not_change_the_cache() throws IOException {
        put("one");
        var tree = new Tree(List.of(new FileEntry("a", false, 3, digest("one"))));
        var target = new Directory(temp.resolve("target"));
        TreeUnpack.into(target.root(), tree, cache.fetching(NEVER));

        Files.writeString(target.at("a"), "mine");

        assertThat(read("one", NEVER)).isEqualTo("one");
    }

    @Test
    void what_was_not_used_for_longest_goes_first() throws IOException {
        String a = "a".repeat(400);
        String b = "b".repeat(400);
        put(a);
        put(b);
        read(a, NEVER);
        put("c".repeat(400));

        assertThat(cache.missing(List.of(digest(a), digest(b), digest("c".repeat(400)))))
                .containsExactly(digest(b));
    }

    @Test
    void a_content_larger_than_the_cache_is_kept_alone() throws IOException {
        put("small");
        put("x".repeat(5000));
        assertThat(cache.missing(List.of(digest("small")))).hasSize(1);
        assertThat(cache.missing(List.of(digest("x".repeat(5000))))).isEmpty();
    }

    @Test
    void what_was_there_before_counts_after_a_restart() throws IOException {
        put("a".repeat(900));
        cache = open(1000);
        put("b".repeat(900));
        assertThat(cache.missing(List.of(digest("a".repeat(900))))).hasSize(1);
    }

    @Test
    void many_threads_and_two_caches_in_one_directory_do_not_disturb_each_other() throws Exception {
        var other = open(1000);
        Callable<Integer> work =
                () -> {
                    for (int i = 0; i < 200; i++) {
                        String text = "content " + i % 40 + "x".repeat(60);
                        var mine = i % 2 == 0 ? cache : other;
                        ContentCache.Fetch fetch =
                                (wanted, into) -> into.put(wanted.getFirst(), bytes(text));
                        assertThat(mine.fetching(fetch).read(digest(text), 1000))
                                .asString(StandardCharsets.UTF_8)
                                .isEqualTo(text);
                    }
                    return 0;
                };
        try (var executor = Executors.newFixedThreadPool(4)) {
            for (var done :
                    executor.invokeAll(IntStream.range(0, 4).mapToObj(_ -> work).toList())) {
                done.get();
            }
        }
    }

    @Test
    void the_directory_is_nobody_elses_to_read() throws IOException {
        assertThat(Files.getPosixFilePermissions(temp.resolve("cache")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void what_a_dead_process_left_half_written_is_cleared() throws IOException {
        Path left = Files.writeString(temp.resolve("cache/tmp/left"), "half");
        Path young = Files.writeString(temp.resolve("cache/tmp/young"), "half");
        var now = Instant.ofEpochSecond(seconds.get());
        Files.setLastModifiedTime(left, FileTime.from(now.minusSeconds(100_000)));
        Files.setLastModifiedTime(young, FileTime.from(now));

        open(1000);

        assertThat(left).doesNotExist();
        assertThat(young).exists();
    }
}
