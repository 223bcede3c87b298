package dev.baton.executor.pool;

import static dev.baton.executor.pool.PoolsUnderTest.call;
import static dev.baton.executor.pool.PoolsUnderTest.calling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.executor.pool.CallResult.Cancelled;
import dev.baton.executor.pool.CallResult.ExecutorLost;
import dev.baton.executor.pool.CallResult.Failed;
import dev.baton.executor.pool.CallResult.Fatal;
import dev.baton.executor.pool.CallResult.HandlerNotFound;
import dev.baton.executor.pool.CallResult.ProtocolError;
import dev.baton.executor.pool.CallResult.Retry;
import dev.baton.executor.pool.CallResult.Succeeded;
import dev.baton.executor.pool.CallResult.TimedOut;
import dev.baton.executor.pool.CallResult.TooLarge;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What comes of answers, good and bad, from a real executor in another process.
class AnswersIT {
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
    @EnumSource(Transport.class)
    void a_call_gets_the_result_of_its_handler(Transport transport) throws Exception {
        ExecutorPool pool = pools.only(pools.plan().over(transport));
        assertThat(pool.call(call("echo", "[1,\"two\"]"))).isEqualTo(new Succeeded("[1, \"two\"]"));
        assertThat(pool.call(call("echo", "[3]"))).isEqualTo(new Succeeded("[3]"));
        assertThat(pool.slots()).isEqualTo(new Slots(1, 1));
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void many_calls_share_one_connection(Transport transport) throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(64).over(transport));
        List<Calling> calls = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            calls.add(calling(pool, call("echo", "[%d]".formatted(i))));
        }
        for (int i = 0; i < calls.size(); i++) {
            assertThat(calls.get(i).result()).isEqualTo(new Succeeded("[%d]".formatted(i)));
        }
    }

    @Test
    void each_status_has_its_result() throws Exception {
        ExecutorPool pool = pools.only(pools.plan());
        assertThat(pool.call(call("retry", "[2.5]")))
                .isInstanceOfSatisfying(
                        Retry.class,
                        retry -> assertThat(retry.after()).isEqualTo(Duration.ofMillis(2_500)));
        assertThat(pool.call(call("timeout", "[]")))
                .isInstanceOfSatisfying(
                        TimedOut.class,
                        late -> assertThat(late.byWhom()).isEqualTo(CallResult.ByWhom.EXECUTOR));
        assertThat(pool.call(call("fail", "[\"ValueError\"]"))).isInstanceOf(Failed.class);
        assertThat(pool.call(call("fail", "[\"fatal\"]"))).isInstanceOf(Fatal.class);
        assertThat(pool.call(call("fail", "[\"result_too_large\"]"))).isInstanceOf(TooLarge.class);
        assertThat(pool.call(call("fail", "[\"cancelled\"]")))
                .isInstanceOfSatisfying(
                        Cancelled.class, cancelled -> assertThat(cancelled.asked()).isFalse());
        assertThat(pool.call(call("fail", "[\"protocol_error\"]")))
                .isEqualTo(new ProtocolError(AnswerFault.REFUSAL, "it failed"));
        assertThat(pool.call(call("no_reason", "[]"))).isInstanceOf(Failed.class);
        assertThat(pool.call(call("no_such_handler", "[]"))).isInstanceOf(HandlerNotFound.class);
        assertThat(pool.counts().all()).containsEntry("started", 1L).containsEntry("replaced", 0L);
    }

    @Test
    @DisplayName(
            "\"job_id (string): Unique job ID.\" \"deadline (string, RFC 3339, optional): Orchestrator-calculated"
                    + " deadline.\"")
    void a_handler_is_told_about_its_job_and_the_deadline_counts_from_the_sending()
            throws Exception {
        ExecutorPool pool = pools.only(pools.plan());
        Instant before = Instant.now();
        var call =
                new Call(
                        "context",
                        "[]",
                        "{}",
                        new Call.Job(
                                "j-1",
                                3,
                                Instant.parse("2026-01-01T00:00:00Z"),
                                "mail",
                                Map.of("traceparent", "00-1-2-01"),
                                "runner-7"),
                        new Call.Limits(Duration.ofSeconds(50), null));
        assertThat(pool.call(call))
                .isInstanceOfSatisfying(
                        Succeeded.class,
                        done -> {
                            assertThat(done.result())
                                    .contains("\"attempt\": 3")
                                    .contains("\"queue_name\": \"mail\"")
                                    .contains("\"enqueue_time\": \"2026-01-01T00:00:00Z\"")
                                    .contains("\"worker_id\": \"runner-7\"")
                                    .contains("\"traceparent\": \"00-1-2-01\"");
                            Instant deadline = Instant.parse(deadlineIn(done.result()));
                            Duration margin =
                                    Conversation.margin(PoolsUnderTest.TIMES.cancelGrace());
                            assertThat(deadline.minus(margin))
                                    .isBetween(
                                            before.plusSeconds(49), Instant.now().plusSeconds(50));
                        });
    }

    private static String deadlineIn(String context) {
        return context.replaceAll(".*\"deadline\": \"([^\"]*)\".*", "$1");
    }

    @Test
    void a_call_whose_deadline_has_passed_is_not_sent() throws Exception {
        ExecutorPool pool = pools.only(pools.plan());
        Call call = call("echo", "[]");
        var late =
                new Call(
                        call.function(),
                        call.args(),
                        call.kwargs(),
                        call.job(),
                        new Call.Limits(Duration.ofSeconds(50), Instant.now().minusMillis(1)));
        assertThat(pool.call(late))
                .isInstanceOfSatisfying(
                        ExecutorLost.class, lost -> assertThat(lost.wasDispatched()).isFalse());
        assertThat(pools.journal()).noneMatch(line -> line.startsWith("request"));
    }

    @Test
    void a_request_that_is_too_large_is_never_sent() throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(8));
        assertThat(pool.call(call("echo", "[\"%s\"]".formatted("x".repeat(17 << 20)))))
                .isInstanceOfSatisfying(
                        TooLarge.class,
                        large -> assertThat(large.what()).isEqualTo(CallResult.What.REQUEST));
        assertThat(pools.journal()).noneMatch(line -> line.startsWith("request"));
        assertThat(pool.call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
    }

    @Test
    void a_request_of_almost_sixteen_mebibytes_goes_there_and_back() throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(8));
        String args = "[\"%s\"]".formatted("x".repeat((16 << 20) - 2_000));
        assertThat(pool.call(call("echo", args))).isEqualTo(new Succeeded(args));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void an_answer_that_comes_twice_counts_once(int inFlight) throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(inFlight));
        assertThat(pool.call(call("twice", "[]"))).isEqualTo(new Succeeded("\"first\""));
        assertThat(pool.call(call("echo", "[]"))).isEqualTo(new Succeeded("[]"));
        if (inFlight > 1) {
            assertThat(pool.counts().of(AnswerFault.DUPLICATE)).isEqualTo(1);
        }
        assertThat(pool.counts().all()).containsEntry("replaced", 0L);
    }

    @Test
    void answers_find_their_calls_in_any_order() throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(20));
        List<Call> calls = new ArrayList<>();
        List<Calling> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            calls.add(call("out_of_order", "[20]"));
            waiting.add(calling(pool, calls.getLast()));
        }
        for (int i = 0; i < 20; i++) {
            assertThat(waiting.get(i).result())
                    .isEqualTo(new Succeeded("\"%s\"".formatted(calls.get(i).job().id())));
        }
    }

    @Test
    void an_answer_to_a_request_that_nobody_made_is_ignored() throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(4));
        assertThat(pool.call(call("unknown_id", "[]"))).isEqualTo(new Succeeded("\"mine\""));
        assertThat(pool.counts().of(AnswerFault.UNKNOWN_REQUEST)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void an_answer_with_the_id_of_another_job_is_no_answer_and_the_process_is_replaced(int inFlight)
            throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(inFlight));
        assertThat(pool.call(call("wrong_job", "[]")))
                .isInstanceOfSatisfying(
                        ProtocolError.class,
                        error -> assertThat(error.fault()).isEqualTo(AnswerFault.WRONG_JOB));
        assertReplaced(pool, AnswerFault.WRONG_JOB);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void half_a_frame_is_no_answer(int inFlight) throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(inFlight));
        assertThat(pool.call(call("half_frame", "[]")))
                .isInstanceOfSatisfying(
                        ExecutorLost.class, lost -> assertThat(lost.wasDispatched()).isTrue());
        assertReplaced(pool, AnswerFault.CUT_OFF);
    }

    @ParameterizedTest
    @ValueSource(strings = {"huge", "lying_header"})
    void an_answer_that_is_too_large_is_fatal_for_the_one_call_that_it_can_be_of(String function)
            throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(8));
        assertThat(pool.call(call(function, "[]")))
                .isInstanceOfSatisfying(
                        TooLarge.class,
                        large -> assertThat(large.what()).isEqualTo(CallResult.What.ANSWER));
        assertReplaced(pool, AnswerFault.OVERSIZED);
    }

    @Test
    void an_answer_that_is_too_large_and_can_be_of_several_calls_ends_all_of_them()
            throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(8));
        Calling other = calling(pool, call("never", "[]"));
        pools.awaitJournal("never");
        assertThat(pool.call(call("huge", "[]"))).isInstanceOf(ProtocolError.class);
        assertThat(other.result()).isInstanceOf(ProtocolError.class);
        assertReplaced(pool, AnswerFault.OVERSIZED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"garbage", "not_utf8", "empty_frame"})
    void what_cannot_be_read_closes_the_connection(String function) throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(8));
        Calling other = calling(pool, call("never", "[]"));
        pools.awaitJournal("never");
        assertThat(pool.call(call(function, "[]"))).isInstanceOf(ProtocolError.class);
        assertThat(other.result()).isInstanceOf(ProtocolError.class);
        assertReplaced(
                pool, function.equals("empty_frame") ? AnswerFault.EMPTY : AnswerFault.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void a_faulty_answer_that_names_its_call_ends_that_one_alone(int inFlight) throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(inFlight));
        assertFault(pool, "malformed", AnswerFault.MALFORMED);
        assertFault(pool, "wrong_version", AnswerFault.WRONG_VERSION);
        assertFault(pool, "unknown_type", AnswerFault.UNKNOWN_TYPE);
        assertFault(pool, "request_back", AnswerFault.UNKNOWN_TYPE);
        assertThat(pool.call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
        assertThat(pool.counts().all()).containsEntry("started", 1L).containsEntry("replaced", 0L);
    }

    private static void assertFault(ExecutorPool pool, String function, AnswerFault fault) {
        long before = pool.counts().of(fault);
        assertThat(pool.call(call(function, "[]")))
                .isInstanceOfSatisfying(
                        ProtocolError.class, error -> assertThat(error.fault()).isEqualTo(fault));
        assertThat(pool.counts().of(fault)).isEqualTo(before + 1);
    }

    /// The fault was counted, and the next call is answered by another process.
    private static void assertReplaced(ExecutorPool pool, AnswerFault fault) {
        assertThat(pool.counts().of(fault)).isEqualTo(1);
        assertThat(pool.call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
        assertThat(pool.counts().all()).containsEntry("started", 2L);
    }
}
