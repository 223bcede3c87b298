package dev.baton.blobs;

import static dev.baton.blobs.Bytes.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.blobs.AppendResult.Appended;
import dev.baton.blobs.AppendResult.Conflict;
import dev.baton.blobs.AppendResult.LogFull;
import dev.baton.blobs.AppendResult.LogSealed;
import dev.baton.blobs.AppendResult.WrongOffset;
import dev.baton.blobs.SealResult.DigestMismatch;
import dev.baton.blobs.SealResult.Sealed;
import dev.baton.blobs.SealResult.WrongSize;
import dev.baton.core.Sha256;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ObjIntConsumer;

interface LogContract extends Fixture {
    JobEpoch LOG = new JobEpoch(42, 3);

    private AppendResult append(long offset, String text) {
        return store().logs().append(LOG, offset, bytes(text));
    }

    private SealResult seal(String text) {
        return store().logs().seal(LOG, bytes(text).length, Sha256.digestOf(bytes(text)));
    }

    private String whole() {
        return new String(store().logs().read(LOG, 0, 1000), StandardCharsets.UTF_8);
    }

    @Test
    default void a_log_grows_at_its_end() {
        assertThat(append(0, "hello ")).isEqualTo(new Appended(6));
        assertThat(append(6, "world")).isEqualTo(new Appended(11));
        assertThat(whole()).isEqualTo("hello world");
        assertThat(store().logs().status(LOG)).isEqualTo(new LogStatus(11, false));
    }

    @Test
    default void a_log_that_nobody_wrote_to_is_empty() {
        assertThat(store().logs().status(LOG)).isEqualTo(new LogStatus(0, false));
        assertThat(whole()).isEmpty();
    }

    @Test
    default void epochs_of_a_job_have_logs_of_their_own() {
        append(0, "first");
        var next = new JobEpoch(LOG.job(), LOG.epoch() + 1);
        assertThat(store().logs().append(next, 0, bytes("other"))).isEqualTo(new Appended(5));
        assertThat(whole()).isEqualTo("first");
    }

    @Test
    default void a_repeat_is_accepted_and_adds_nothing() {
        append(0, "hello world");
        assertThat(append(0, "hello world")).isEqualTo(new Appended(11));
        assertThat(append(2, "llo")).isEqualTo(new Appended(11));
        assertThat(append(11, "")).isEqualTo(new Appended(11));
        assertThat(whole()).isEqualTo("hello world");
    }

    @Test
    default void an_overlap_that_matches_adds_the_rest() {
        append(0, "hello ");
        assertThat(append(3, "lo world")).isEqualTo(new Appended(11));
        assertThat(whole()).isEqualTo("hello world");
    }

    @Test
    default void other_bytes_at_the_same_place_are_refused_with_the_first_that_differs() {
        append(0, "hello ");
        assertThat(append(0, "help")).isEqualTo(new Conflict(3));
        assertThat(append(4, "o-world")).isEqualTo(new Conflict(5));
        assertThat(whole()).isEqualTo("hello ");
    }

    @Test
    default void an_offset_past_the_end_is_refused_with_the_right_one() {
        append(0, "hello");
        assertThat(append(6, "world")).isEqualTo(new WrongOffset(5));
        assertThat(append(Long.MAX_VALUE, "world")).isEqualTo(new WrongOffset(5));
        assertThat(whole()).isEqualTo("hello");
    }

    @Test
    default void a_negative_offset_is_a_mistake_of_the_caller() {
        assertThatThrownBy(() -> append(-1, "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }

    @Test
    default void the_buffer_of_an_append_is_left_as_it_was() {
        ByteBuffer buffer = ByteBuffer.wrap(bytes("--hello--"), 2, 5);
        store().logs().append(LOG, 0, buffer);
        assertThat(whole()).isEqualTo("hello");
        assertThat(buffer).isEqualTo(ByteBuffer.wrap(bytes("hello")));
        assertThat(buffer.position()).isEqualTo(2);
    }

    @Test
    default void a_log_that_is_full_takes_repeats_only() {
        var logs = another(new BlobLimits(8, 4)).logs();
        assertThat(logs.append(LOG, 0, bytes("12345678"))).isEqualTo(new Appended(8));
        assertThat(logs.append(LOG, 8, bytes("9"))).isEqualTo(new LogFull(8));
        assertThat(logs.append(LOG, 6, bytes("789"))).isEqualTo(new LogFull(8));
        assertThat(logs.append(LOG, 6, bytes("78"))).isEqualTo(new Appended(8));
        assertThat(whole()).isEqualTo("12345678");
    }

    @Test
    default void a_part_of_a_log_can_be_read() {
        append(0, "hello world");
        assertThat(store().logs().read(LOG, 6, 3)).isEqualTo(bytes("wor"));
        assertThat(store().logs().read(LOG, 6, 100)).isEqualTo(bytes("world"));
        assertThat(store().logs().read(LOG, 11, 100)).isEmpty();
        assertThat(store().logs().read(LOG, 500, 100)).isEmpty();
        assertThat(store().logs().read(LOG, 0, 0)).isEmpty();
    }

    @Test
    default void a_reader_that_hangs_up_is_not_a_failure_of_the_store() {
        append(0, "hello");
        var gone =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("connection reset");
                    }
                };
        assertThatThrownBy(() -> store().logs().copy(LOG, 0, 100, gone))
                .isInstanceOf(IOException.class)
                .hasMessage("connection reset");
    }

    @Test
    default void a_log_with_the_size_and_digest_that_its_writer_says_is_sealed() {
        append(0, "hello ");
        append(6, "world");
        assertThat(seal("hello world")).isEqualTo(new Sealed());
        assertThat(store().logs().status(LOG)).isEqualTo(new LogStatus(11, true));
    }

    @Test
    default void an_empty_log_can_be_sealed() {
        assertThat(seal("")).isEqualTo(new Sealed());
        assertThat(store().logs().status(LOG)).isEqualTo(new LogStatus(0, true));
    }

    @Test
    default void a_log_of_another_size_or_digest_stays_open() {
        append(0, "hello");
        assertThat(seal("hello world")).isEqualTo(new WrongSize(5));
        assertThat(seal("hallo")).isEqualTo(new DigestMismatch(Sha256.digestOf(bytes("hello"))));
        assertThat(store().logs().status(LOG)).isEqualTo(new LogStatus(5, false));
        assertThat(append(5, "!")).isEqualTo(new Appended(6));
        assertThat(seal("hello!")).isEqualTo(new Sealed());
    }

    @Test
    default void a_sealed_log_takes_repeats_only_also_after_a_restart() {
        append(0, "hello");
        seal("hello");
        for (int round = 0; round < 2; round++) {
            assertThat(append(0, "hello")).isEqualTo(new Appended(5));
            assertThat(append(5, " world")).isEqualTo(new LogSealed(5));
            assertThat(append(0, "hallo")).isEqualTo(new Conflict(1));
            assertThat(append(9, "x")).isEqualTo(new WrongOffset(5));
            assertThat(seal("hello")).isEqualTo(new Sealed());
            assertThat(seal("hallo"))
                    .isEqualTo(new DigestMismatch(Sha256.digestOf(bytes("hello"))));
            assertThat(seal("hello world")).isEqualTo(new WrongSize(5));
            restart();
        }
    }

    @Test
    default void the_digest_covers_what_was_written_before_a_restart() {
        append(0, "hello ");
        restart();
        append(6, "world");
        assertThat(seal("hello world")).isEqualTo(new Sealed());
    }

    @Test
    default void the_digest_covers_what_another_orchestrator_wrote() {
        Logs one = store().logs();
        Logs other = another().logs();
        one.append(LOG, 0, bytes("one "));
        other.append(LOG, 4, bytes("two "));
        one.append(LOG, 8, bytes("three"));
        byte[] all = bytes("one two three");
        assertThat(one.seal(LOG, all.length, Sha256.digestOf(all))).isEqualTo(new Sealed());
        assertThat(other.append(LOG, 13, bytes("!"))).isEqualTo(new LogSealed(13));
    }

    @Test
    default void more_logs_are_written_than_are_kept_open() {
        int logs = 3 * LIMITS.maxOpenLogs();
        for (int line = 0; line < 5; line++) {
            for (int job = 1; job <= logs; job++) {
                var key = new JobEpoch(job, 1);
                assertThat(store().logs().append(key, line * 2L, bytes(line + "\n")))
                        .isEqualTo(new Appended(line * 2L + 2));
            }
        }
        byte[] all = bytes("0\n1\n2\n3\n4\n");
        for (int job = 1; job <= logs; job++) {
            var key = new JobEpoch(job, 1);
            assertThat(store().logs().seal(key, all.length, Sha256.digestOf(all)))
                    .isEqualTo(new Sealed());
        }
    }

    /// As a runner and its retries would, through two orchestrators.
    @Test
    default void writers_of_the_same_bytes_at_once_write_them_once() throws Exception {
        byte[] text = new byte[200_000];
        new Random(7).nextBytes(text);
        fromTwoOrchestrators((logs, writer) -> send(logs, text, 1_000 + 373 * writer));
        assertThat(store().logs().read(LOG, 0, 1_000_000)).isEqualTo(text);
        assertThat(store().logs().seal(LOG, text.length, Sha256.digestOf(text)))
                .isEqualTo(new Sealed());
    }

    @Test
    default void writers_of_other_bytes_at_once_never_overwrite_each_other() throws Exception {
        fromTwoOrchestrators((logs, writer) -> CompetingLines.append(logs, LOG, writer, 200));
        assertThat(CompetingLines.read(store().logs(), LOG))
                .containsExactlyInAnyOrderElementsOf(CompetingLines.of(6, 200));
    }

    private void fromTwoOrchestrators(ObjIntConsumer<Logs> write) throws Exception {
        Logs[] orchestrators = {store().logs(), another().logs()};
        try (var writers = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<?>>();
            for (int i = 0; i < 6; i++) {
                int writer = i;
                running.add(writers.submit(() -> write.accept(orchestrators[writer % 2], writer)));
            }
            for (Future<?> writer : running) {
                writer.get();
            }
        }
    }

    private static void send(Logs logs, byte[] text, int piece) {
        for (int at = 0; at < text.length; at += piece) {
            byte[] part = Arrays.copyOfRange(text, at, Math.min(text.length, at + piece));
            assertThat(logs.append(LOG, at, part)).isInstanceOf(Appended.class);
        }
    }
}
