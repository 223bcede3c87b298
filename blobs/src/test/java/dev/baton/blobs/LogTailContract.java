package dev.baton.blobs;

import static dev.baton.blobs.Bytes.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.blobs.BlobException.Code;
import dev.baton.core.Sha256;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

@Timeout(30)
interface LogTailContract extends Fixture {
    JobEpoch TAILED = new JobEpoch(43, 1);
    Duration NO_TIME = Duration.ZERO;

    /// Longer than a test may take: what returns before it was woken.
    Duration FOREVER = Duration.ofDays(365_000);

    @Test
    default void a_tail_returns_at_once_when_there_is_more() throws Exception {
        store().logs().append(TAILED, 0, bytes("hello"));
        try (var tail = store().logs().tail(TAILED)) {
            assertThat(tail.await(0, FOREVER)).isEqualTo(new LogStatus(5, false));
            assertThat(tail.await(4, FOREVER)).isEqualTo(new LogStatus(5, false));
        }
    }

    @Test
    default void a_tail_at_the_end_returns_when_its_time_is_over() throws Exception {
        store().logs().append(TAILED, 0, bytes("hello"));
        try (var tail = store().logs().tail(TAILED)) {
            assertThat(tail.await(5, NO_TIME)).isEqualTo(new LogStatus(5, false));
            assertThat(tail.await(5, Duration.ofMillis(1))).isEqualTo(new LogStatus(5, false));
        }
    }

    @Test
    default void a_tail_is_woken_by_an_append() throws Exception {
        try (var tail = store().logs().tail(TAILED)) {
            var waiting = waitingFor(tail, 0);
            store().logs().append(TAILED, 0, bytes("hello"));
            assertThat(waiting.get()).isEqualTo(new LogStatus(5, false));
        }
    }

    @Test
    default void a_tail_is_woken_by_the_seal() throws Exception {
        store().logs().append(TAILED, 0, bytes("hello"));
        try (var tail = store().logs().tail(TAILED)) {
            var waiting = waitingFor(tail, 5);
            store().logs().seal(TAILED, 5, Sha256.digestOf(bytes("hello")));
            assertThat(waiting.get()).isEqualTo(new LogStatus(5, true));
        }
    }

    @Test
    default void a_tail_is_woken_without_news_when_the_server_asks_for_it() throws Exception {
        try (var tail = store().logs().tail(TAILED)) {
            var waiting = waitingFor(tail, 0);
            store().logs().wakeTails(TAILED);
            assertThat(waiting.get()).isEqualTo(new LogStatus(0, false));
        }
    }

    @Test
    default void a_wake_before_the_tail_waits_is_not_missed_and_counts_once() throws Exception {
        try (var tail = store().logs().tail(TAILED)) {
            store().logs().wakeTails(TAILED);
            assertThat(tail.await(0, FOREVER)).isEqualTo(new LogStatus(0, false));
            var waiting = waitingFor(tail, 0);
            assertThat(waiting.isDone()).isFalse();
            store().logs().wakeTails(TAILED);
            waiting.get();
        }
    }

    @Test
    default void every_tail_of_a_log_is_woken_and_no_other() throws Exception {
        var elsewhere = new JobEpoch(TAILED.job(), TAILED.epoch() + 1);
        try (var one = store().logs().tail(TAILED);
                var two = store().logs().tail(TAILED);
                var other = store().logs().tail(elsewhere)) {
            var first = waitingFor(one, 0);
            var second = waitingFor(two, 0);
            var third = waitingFor(other, 0);
            store().logs().wakeTails(TAILED);
            first.get();
            second.get();
            assertThat(third.isDone()).isFalse();
            store().logs().wakeTails(elsewhere);
            third.get();
        }
    }

    @Test
    default void a_tail_sees_what_another_orchestrator_appended_when_its_time_is_over()
            throws Exception {
        BlobStore ours = store();
        BlobStore theirs = another();
        try (var tail = ours.logs().tail(TAILED)) {
            theirs.logs().append(TAILED, 0, bytes("hello"));
            assertThat(tail.await(0, NO_TIME)).isEqualTo(new LogStatus(5, false));
        }
    }

    @Test
    default void a_tail_of_a_deleted_job_is_woken() throws Exception {
        store().logs().append(TAILED, 0, bytes("hello"));
        try (var tail = store().logs().tail(TAILED)) {
            var waiting = waitingFor(tail, 5);
            store().deleteJob(TAILED.job());
            assertThat(waiting.get()).isEqualTo(new LogStatus(0, false));
        }
    }

    @Test
    default void closing_the_store_ends_a_tail() throws Exception {
        try (var tail = store().logs().tail(TAILED)) {
            var waiting = waitingFor(tail, 0);
            store().close();
            assertThatThrownBy(waiting::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            BlobException.class, e -> assertThat(e.code()).isEqualTo(Code.CLOSED));
            assertThatThrownBy(() -> store().logs().tail(TAILED)).isInstanceOf(BlobException.class);
        }
    }

    @Test
    default void an_interrupt_ends_the_wait_of_a_tail() throws Exception {
        try (var tail = store().logs().tail(TAILED)) {
            var task = new FutureTask<>(() -> tail.await(0, FOREVER));
            Thread reader = Thread.ofVirtual().start(task);
            reader.interrupt();
            assertThatThrownBy(task::get).hasCauseInstanceOf(InterruptedException.class);
        }
    }

    @Test
    default void a_reader_that_follows_a_log_gets_all_of_it() throws Exception {
        var logs = store().logs();
        var text = new ByteArrayOutputStream();
        var reader =
                new FutureTask<>(
                        () -> {
                            var read = new ByteArrayOutputStream();
                            try (var tail = logs.tail(TAILED)) {
                                LogStatus status;
                                do {
                                    status = tail.await(read.size(), FOREVER);
                                    logs.copy(TAILED, read.size(), Long.MAX_VALUE, read);
                                } while (!status.sealed());
                            }
                            return read.toByteArray();
                        });
        Thread.ofVirtual().start(reader);
        for (int line = 0; line < 1_000; line++) {
            byte[] bytes = bytes("line " + line + "\n");
            logs.append(TAILED, text.size(), bytes);
            text.writeBytes(bytes);
        }
        logs.seal(TAILED, text.size(), Sha256.digestOf(text.toByteArray()));
        assertThat(reader.get()).isEqualTo(text.toByteArray());
    }

    /// A thread that waits on the tail by now.
    private static FutureTask<LogStatus> waitingFor(LogTail tail, long offset) {
        var task = new FutureTask<>(() -> tail.await(offset, FOREVER));
        Thread thread = Thread.ofPlatform().daemon().start(task);
        while (thread.getState() != Thread.State.TIMED_WAITING && !task.isDone()) {
            Thread.onSpinWait();
        }
        return task;
    }
}
