package dev.baton.executor.pool;

import static dev.baton.executor.pool.PoolsUnderTest.call;
import static dev.baton.executor.pool.PoolsUnderTest.calling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.executor.pool.CallResult.ByWhom;
import dev.baton.executor.pool.CallResult.Cancelled;
import dev.baton.executor.pool.CallResult.ExecutorLost;
import dev.baton.executor.pool.CallResult.LostForAnother;
import dev.baton.executor.pool.CallResult.Succeeded;
import dev.baton.executor.pool.CallResult.TimedOut;
import dev.baton.executor.pool.PoolsUnderTest.Calling;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What comes of calls that take too long, or are not wanted any more.
class StoppingIT {
    private static final Duration SHORT = Duration.ofMillis(300);

    private PoolsUnderTest pools;

    @BeforeEach
    void open(@TempDir Path directory) throws IOException {
        pools = new PoolsUnderTest(directory);
    }

    @AfterEach
    void close() {
        pools.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void a_handler_that_takes_too_long_is_cancelled_and_its_process_lives_on(int inFlight)
            throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(inFlight));
        assertTimedOut(pool.call(call("sleep", "[60]", SHORT)));
        assertThat(pools.journal()).anyMatch(line -> line.endsWith("soft"));
        assertThat(pool.counts().faults().values())
                .as("faults of a healthy executor")
                .containsOnly(0L);
        assertThat(pool.call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
        assertThat(pool.counts().all())
                .containsEntry("started", 1L)
                .containsEntry("cancel_sent", 1L)
                .containsEntry("hard_kill_sent", 0L);
    }

    @Test
    void an_answer_that_comes_late_does_not_undo_the_timeout() throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(8));
        assertTimedOut(pool.call(call("late", "[]", SHORT)));
        assertThat(pool.counts().of(AnswerFault.LATE)).isEqualTo(1);
        assertThat(pool.slots()).isEqualTo(new Slots(8, 8));
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    @DisplayName("\"Cancellation (v1) is best-effort.\"")
    void a_handler_that_does_not_stop_is_told_so_twice_and_then_its_process_is_replaced(
            Transport transport) throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(8).over(transport));
        Calling other = calling(pool, call("never", "[]"));
        pools.awaitJournal("never");
        assertTimedOut(pool.call(call("ignore_cancel", "[]", SHORT)));
        assertThat(pools.journal())
                .filteredOn(line -> line.startsWith("cancel"))
                .satisfiesExactly(
                        first -> assertThat(first).endsWith("soft"),
                        second -> assertThat(second).endsWith("hard"));
        assertThat(other.result()).isInstanceOf(LostForAnother.class);
        assertThat(pool.call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
        assertThat(pool.counts().all()).containsEntry("started", 2L).containsEntry("replaced", 1L);
    }

    @Test
    void a_caller_that_is_interrupted_cancels_its_call_and_stays_interrupted() throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(8));
        var wasInterrupted = new boolean[1];
        var results = new ArrayList<CallResult>();
        Thread caller =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    results.add(pool.call(call("sleep", "[60]")));
                                    wasInterrupted[0] = Thread.currentThread().isInterrupted();
                                });
        pools.awaitJournal("sleep");
        caller.interrupt();
        assertThat(caller.join(PoolsUnderTest.PATIENCE)).isTrue();
        assertThat(results)
                .singleElement()
                .isInstanceOfSatisfying(
                        Cancelled.class,
                        cancelled -> {
                            assertThat(cancelled.asked()).isTrue();
                            assertThat(cancelled.error().message()).isEqualTo("stopped");
                        });
        assertThat(wasInterrupted).containsExactly(true);
        assertThat(pool.counts().all()).containsEntry("started", 1L);
    }

    @Test
    void a_call_returns_after_an_interrupt_only_when_its_handler_has_stopped() throws Exception {
        ExecutorPool pool = pools.only(pools.plan());
        Calling calling = calling(pool, call("ignore_cancel", "[]"));
        pools.awaitJournal("ignore_cancel");
        long pid = pools.pids().getFirst();
        assertThat(ProcessHandle.of(pid)).isPresent();
        calling.thread().interrupt();
        assertThat(calling.result())
                .isInstanceOfSatisfying(
                        Cancelled.class, cancelled -> assertThat(cancelled.asked()).isTrue());
        assertThat(ProcessHandle.of(pid)).isEmpty();
    }

    @Test
    void what_a_handler_answers_after_an_interrupt_is_kept() throws Exception {
        ExecutorPool pool = pools.only(pools.plan());
        Calling calling = calling(pool, call("late", "[]"));
        pools.awaitJournal("late");
        calling.thread().interrupt();
        assertThat(calling.result()).isEqualTo(new Succeeded("\"late\""));
    }

    @Test
    void a_caller_that_is_interrupted_before_it_has_a_slot_has_sent_nothing() throws Exception {
        ExecutorPool pool = pools.only(pools.plan());
        Calling first = calling(pool, call("sleep", "[60]"));
        pools.awaitJournal("sleep");
        Calling second = calling(pool, call("echo", "[]"));
        second.thread().interrupt();
        assertThat(second.result())
                .isInstanceOfSatisfying(
                        ExecutorLost.class, lost -> assertThat(lost.wasDispatched()).isFalse());
        first.thread().interrupt();
        assertThat(first.result()).isInstanceOf(Cancelled.class);
        assertThat(pools.journal()).noneMatch(line -> line.endsWith("echo"));
    }

    @Test
    void nothing_is_timed_out_that_the_executor_never_read() throws Exception {
        ExecutorPool pool = pools.only(pools.plan().starts("deaf").inFlight(8));
        // The first ones fill what the kernel holds for a process that does not read.
        String large = "[\"%s\"]".formatted("x".repeat(4 << 20));
        List<Calling> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            calls.add(calling(pool, call("echo", large, Duration.ofSeconds(1))));
        }
        int released = 0;
        for (Calling calling : calls) {
            switch (calling.result()) {
                case TimedOut _ -> {}
                case ExecutorLost lost -> released += lost.wasDispatched() ? 0 : 1;
                case CallResult other -> throw new AssertionError(other);
            }
        }
        assertThat(released).isGreaterThanOrEqualTo(3);
    }

    @Test
    void a_slow_process_does_not_hold_up_the_others_nor_a_slow_executor_another() throws Exception {
        pools.with("slow", pools.plan().processes(2)).with("quick", pools.plan()).start();
        ExecutorPool slow = pools.ready("slow");
        ExecutorPool quick = pools.ready("quick");
        Calling sleeping = calling(slow, call("sleep", "[60]"));
        pools.awaitJournal("sleep");
        for (int i = 0; i < 20; i++) {
            assertThat(quick.call(call("echo", "[2]"))).isEqualTo(new Succeeded("[2]"));
            assertThat(slow.call(call("echo", "[3]"))).isEqualTo(new Succeeded("[3]"));
        }
        assertThat(sleeping.task().isDone()).isFalse();
        sleeping.thread().interrupt();
        assertThat(sleeping.result()).isInstanceOf(Cancelled.class);
    }

    private static void assertTimedOut(CallResult result) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        TimedOut.class, late -> assertThat(late.byWhom()).isEqualTo(ByWhom.RUNNER));
    }
}
