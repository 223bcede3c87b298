package dev.baton.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.executor.wire.CancelRequest;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionOutcome.Status;
import dev.baton.executor.wire.ExecutionRequest;
import dev.baton.executor.wire.Frames;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// What the runtime owes to whoever connects, whatever they say. Run over each transport.
@Timeout(60)
abstract class ExecutorContract {
    private static final int SLOTS = 8;

    private final TestHandlers handlers = new TestHandlers();
    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private Executor executor;
    private TestClient client;

    abstract ExecutorAddress address() throws IOException;

    @BeforeEach
    void start() throws IOException {
        executor = handlers.executor(address()).mostInFlight(SLOTS).log(log::add).start();
        client = connect();
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        handlers.release();
        executor.close();
    }

    private TestClient connect() throws IOException {
        return TestClient.connect(executor.address());
    }

    // What ends well, and what does not.

    @Test
    void a_call_returns_what_its_handler_returns() throws IOException {
        assertThat(client.call("1", "add", "[1, 2]"))
                .isEqualTo(new ExecutionOutcome("job-1", "1", Status.SUCCESS, "3", null, null));
        assertThat(client.call("2", "echo", "[1e400, {\"a\": null}]").result())
                .isEqualTo("[1e400, {\"a\": null}]");
    }

    @Test
    void what_a_handler_throws_is_told_as_it_is() throws IOException {
        ExecutionOutcome failed = client.call("1", "fail", "[]");
        assertThat(failed.status()).isEqualTo(Status.ERROR);
        assertThat(failed.error().type()).isEqualTo("java.lang.IllegalStateException");
        assertThat(failed.error().message()).isEqualTo("out of luck");
        assertThat(failed.error().details()).contains("dev.baton.executor.TestHandlers");

        ExecutionOutcome retry = client.call("2", "retry", "[]");
        assertThat(retry.status()).isEqualTo(Status.RETRY);
        assertThat(retry.retryAfterSeconds()).isEqualTo(2.5);
        assertThat(retry.error().message()).isEqualTo("busy");

        assertThat(client.call("3", "fatal", "[]").error())
                .isEqualTo(
                        new ExecutionError("no such account", ExecutionError.FATAL, "E42", null));
    }

    @Test
    void arguments_that_do_not_fit_are_fatal_and_say_why() throws IOException {
        assertThat(client.call("1", "add", "[1]").error())
                .isEqualTo(
                        new ExecutionError(
                                "expected an argument at position 1, got 1 arguments",
                                ExecutionError.FATAL,
                                Arguments.BAD_ARGUMENTS,
                                null));
        assertThat(client.call("2", "add", "[1, \"two\"]").error().message())
                .startsWith("argument 1: expected int, got something else");
    }

    @Test
    void a_function_that_nobody_handles_is_not_found() throws IOException {
        assertThat(client.call("1", "nobody", "[]").error())
                .isEqualTo(
                        new ExecutionError(
                                "there is no handler of the name nobody",
                                ExecutionError.HANDLER_NOT_FOUND));
    }

    @Test
    void a_result_that_fits_into_no_frame_is_an_error_and_the_connection_goes_on()
            throws IOException {
        String args = "[\"" + "x".repeat(Frames.MOST_BYTES - 400) + "\"]";
        assertThat(client.call("1", "echo", args).result()).isEqualTo(args);
        try (var large =
                        Executor.builder()
                                .listenAt(ExecutorAddress.tcp("127.0.0.1:0"))
                                .handler("large", (_, _) -> "x".repeat(Frames.MOST_BYTES))
                                .start();
                var caller = TestClient.connect(large.address())) {
            assertThat(caller.call("1", "large", "[]").error().type())
                    .isEqualTo(ExecutionError.RESULT_TOO_LARGE);
            assertThat(caller.call("2", "nobody", "[]").status()).isEqualTo(Status.ERROR);
        }
    }

    // Cancels and deadlines.

    @Test
    void a_cancel_on_its_own_connection_interrupts_the_handler() throws Exception {
        ExecutionRequest request = TestClient.request("1", "wait", "[]");
        client.send(request);
        handlers.waiting.take();
        try (var other = connect()) {
            other.cancel(request);
        }
        assertThat(client.outcome().error())
                .isEqualTo(new ExecutionError("the call was cancelled", ExecutionError.CANCELLED));
        assertThat(handlers.interrupted.take()).isEqualTo("1");
    }

    @Test
    void a_cancel_without_a_request_id_cancels_whatever_runs_of_the_job() throws Exception {
        client.send(TestClient.request("1", "wait", "[]"));
        client.send(TestClient.request("2", "wait", "[]"));
        handlers.waiting.take();
        handlers.waiting.take();
        client.send(new CancelRequest("job-2", null, false));
        assertThat(client.outcome().requestId()).isEqualTo("2");
        handlers.release();
        assertThat(client.outcome().status()).isEqualTo(Status.SUCCESS);
    }

    @Test
    void a_cancel_of_what_does_not_run_is_nothing() throws Exception {
        client.send(new CancelRequest("job-9", null, true));
        client.send(new CancelRequest("job-9", "9", false));
        client.send(TestClient.request("1", "wait", "[]"));
        handlers.waiting.take();
        client.send(new CancelRequest("another job", "1", false));
        handlers.release();
        assertThat(client.outcome().status()).isEqualTo(Status.SUCCESS);
        assertThat(log).isEmpty();
    }

    @Test
    void an_outcome_means_that_the_handler_has_ended() throws Exception {
        ExecutionRequest request = TestClient.request("1", "stubborn", "[]");
        client.send(request);
        handlers.waiting.take();
        client.cancel(request);
        handlers.interrupted.take();
        assertThat(client.call("2", "add", "[1, 1]").requestId()).isEqualTo("2");
        handlers.release();
        assertThat(client.outcome().error().type()).isEqualTo(ExecutionError.CANCELLED);
    }

    @Test
    void a_handler_that_has_not_ended_at_its_deadline_is_interrupted_and_timed_out()
            throws Exception {
        Instant soon = Instant.now().plusMillis(50);
        client.send(TestClient.request("1", "wait", "[]", Instant.now().plusSeconds(60)));
        handlers.waiting.take();
        client.send(TestClient.request("2", "wait", "[]", soon));
        ExecutionOutcome outcome = client.outcome();
        assertThat(Instant.now()).isAfterOrEqualTo(soon);
        assertThat(outcome.requestId()).isEqualTo("2");
        assertThat(outcome.status()).isEqualTo(Status.TIMEOUT);
        assertThat(outcome.error().type()).isEqualTo(ExecutionError.TIMEOUT);
        assertThat(handlers.interrupted.take()).isEqualTo("2");
    }

    @Test
    void a_call_whose_deadline_has_passed_is_timed_out() throws IOException {
        client.send(TestClient.request("1", "wait", "[]", Instant.EPOCH));
        assertThat(client.outcome().status()).isEqualTo(Status.TIMEOUT);
    }

    @Test
    void the_handlers_of_a_caller_that_is_gone_are_interrupted() throws Exception {
        try (var other = connect()) {
            other.send(TestClient.request("1", "wait", "[]"));
            other.send(TestClient.request("2", "wait", "[]"));
            handlers.waiting.take();
            handlers.waiting.take();
        }
        assertThat(List.of(handlers.interrupted.take(), handlers.interrupted.take()))
                .containsExactlyInAnyOrder("1", "2");
        assertThat(client.call("3", "add", "[1, 1]").result()).isEqualTo("2");
    }

    // Many at once.

    @Test
    void ten_thousand_pipelined_requests_are_each_answered_once() throws Exception {
        int many = 10_000;
        var sender =
                Thread.startVirtualThread(
                        () -> {
                            try {
                                for (int i = 0; i < many; i++) {
                                    client.send(
                                            TestClient.request(
                                                    "" + i, "add", "[%d, 1]".formatted(i)));
                                }
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        });
        var answered = new HashSet<String>();
        for (int i = 0; i < many; i++) {
            ExecutionOutcome outcome = client.outcome();
            assertThat(answered.add(outcome.requestId())).isTrue();
            assertThat(Integer.parseInt(outcome.result()))
                    .isEqualTo(Integer.parseInt(outcome.requestId()) + 1);
        }
        sender.join();
        assertThat(client.call("last", "add", "[0, 0]").requestId()).isEqualTo("last");
    }

    @Test
    void answers_come_as_they_are_ready() throws Exception {
        client.send(TestClient.request("slow", "wait", "[]"));
        assertThat(client.call("quick", "add", "[1, 1]").requestId()).isEqualTo("quick");
        handlers.release();
        assertThat(client.outcome().requestId()).isEqualTo("slow");
    }

    @Test
    void no_more_run_at_once_than_there_are_slots_and_a_cancel_still_comes_through()
            throws Exception {
        for (int i = 0; i < SLOTS + 2; i++) {
            client.send(TestClient.request("" + i, "wait", "[]"));
        }
        for (int i = 0; i < SLOTS; i++) {
            handlers.waiting.take();
        }
        assertThat(handlers.waiting.poll()).isNull();
        try (var other = connect()) {
            other.cancel(TestClient.request("3", "wait", "[]"));
        }
        assertThat(client.outcome().requestId()).isEqualTo("3");
        assertThat(handlers.waiting.take()).isEqualTo("" + SLOTS);
    }

    @Test
    void a_caller_that_does_not_read_its_answers_is_in_nobodys_way() throws Exception {
        String large = "[\"" + "x".repeat(1 << 20) + "\"]";
        try (var deaf = connect()) {
            for (int i = 0; i < SLOTS; i++) {
                deaf.send(TestClient.request("deaf-" + i, "echo", large));
            }
            for (int i = 0; i < 3 * SLOTS; i++) {
                assertThat(client.call("" + i, "add", "[1, 1]").result()).isEqualTo("2");
            }
        }
    }

    @Test
    void connections_that_come_and_go_disturb_nobody() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            connect().close();
        }
        assertThat(client.call("1", "add", "[1, 1]").result()).isEqualTo("2");
        assertThat(log).isEmpty();
    }

    @Test
    void one_connection_for_each_request_works_too() throws IOException {
        for (int i = 0; i < 100; i++) {
            try (var other = connect()) {
                assertThat(other.call("" + i, "add", "[1, 1]").result()).isEqualTo("2");
            }
        }
    }

    // The same id twice.

    @Test
    void a_request_that_is_repeated_while_it_runs_is_executed_once_and_answered_once()
            throws Exception {
        client.send(TestClient.request("1", "wait", "[]"));
        client.send(TestClient.request("1", "wait", "[]"));
        handlers.waiting.take();
        assertThat(client.call("2", "add", "[1, 1]").requestId()).isEqualTo("2");
        handlers.release();
        assertThat(client.outcome().requestId()).isEqualTo("1");
        assertThat(client.call("3", "add", "[1, 1]").requestId()).isEqualTo("3");
        assertThat(handlers.waiting).isEmpty();
        assertThat(log).containsExactly("request repeated while it was executed request=1");
    }

    @Test
    void an_id_that_is_in_flight_on_another_connection_is_refused() throws Exception {
        client.send(TestClient.request("1", "wait", "[]"));
        handlers.waiting.take();
        try (var other = connect()) {
            assertThat(other.call("1", "add", "[1, 1]").error().type())
                    .isEqualTo(ExecutionError.PROTOCOL_ERROR);
        }
        handlers.release();
        assertThat(client.outcome().result()).isEqualTo("\"released\"");
    }

    @Test
    void an_id_may_be_used_again_when_it_was_answered() throws IOException {
        for (int i = 0; i < 100; i++) {
            assertThat(client.call("1", "add", "[%d, 1]".formatted(i)).result())
                    .isEqualTo("" + (i + 1));
        }
    }

    // What cannot be understood.

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"protocol_version\":\"2\",\"request_id\":\"bad\",\"job_id\":\"j\"}",
                "{\"request_id\":\"bad\",\"job_id\":\"j\"}",
                "{\"protocol_version\":\"1\",\"request_id\":\"bad\",\"job_id\":\"j\",\"function_name\":\"add\",\"args\":{}}",
                "{\"request_id\":\"bad\",\"job_id\":\"j\",\"args\": [1 2]}"
            })
    void a_bad_request_is_answered_with_an_error_and_the_connection_goes_on(String payload)
            throws IOException {
        client.say("{\"type\":\"request\",\"payload\":%s}".formatted(payload));
        ExecutionOutcome outcome = client.outcome();
        assertThat(outcome.requestId()).isEqualTo("bad");
        assertThat(outcome.jobId()).isEqualTo("j");
        assertThat(outcome.error().type()).isEqualTo(ExecutionError.PROTOCOL_ERROR);
        assertThat(client.call("1", "add", "[1, 1]").result()).isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "garbage",
                "[]",
                "{}",
                "{\"type\":\"ping\",\"payload\":{\"request_id\":\"1\"}}",
                "{\"type\":\"request\",\"payload\":{\"job_id\":\"j\"}}",
                "{\"type\":\"response\",\"payload\":{\"job_id\":\"j\",\"request_id\":\"1\",\"status\":\"success\"}}",
                "{\"type\":\"request\"",
                "{\"type\":\"request\",\"payload\":{}}{}"
            })
    void what_cannot_be_answered_closes_its_connection_and_no_other(String payload)
            throws Exception {
        try (var other = connect()) {
            other.say(payload);
            assertThat(other.isClosedSilently()).isTrue();
        }
        assertThat(client.call("1", "add", "[1, 1]").result()).isEqualTo("2");
        assertThat(log).hasSize(1).first().asString().startsWith("connection closed code=");
    }

    @Test
    void a_frame_that_is_empty_too_large_or_no_text_closes_its_connection_and_no_other()
            throws IOException {
        for (byte[] bytes :
                new byte[][] {
                    header(0),
                    header(Frames.MOST_BYTES + 1),
                    header(-1),
                    "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                    Frames.of(new byte[] {'"', (byte) 0xff, '"'})
                }) {
            try (var other = connect()) {
                other.write(bytes);
                assertThat(other.isClosedSilently()).isTrue();
            }
        }
        assertThat(client.call("1", "add", "[1, 1]").result()).isEqualTo("2");
        assertThat(log)
                .extracting(line -> line.replaceFirst(" why.*", ""))
                .containsExactly(
                        "connection closed code=EMPTY_FRAME",
                        "connection closed code=TOO_LARGE",
                        "connection closed code=TOO_LARGE",
                        "connection closed code=TOO_LARGE",
                        "connection closed code=NOT_UTF8");
    }

    @Test
    void a_frame_that_is_cut_off_disturbs_nobody() throws Exception {
        try (var other = connect()) {
            other.write(header(100));
            other.write(new byte[50]);
        }
        assertThat(client.call("1", "add", "[1, 1]").result()).isEqualTo("2");
    }

    @Test
    void a_bad_cancel_is_ignored_and_not_taken_for_an_answer_to_its_request() throws Exception {
        client.send(TestClient.request("1", "wait", "[]"));
        handlers.waiting.take();
        client.say(
                "{\"type\":\"cancel\",\"payload\":{\"protocol_version\":\"2\",\"job_id\":\"job-1\",\"request_id\":\"1\"}}");
        assertThat(client.call("2", "add", "[1, 1]").requestId()).isEqualTo("2");
        handlers.release();
        assertThat(client.outcome().status()).isEqualTo(Status.SUCCESS);
        assertThat(log)
                .hasSize(1)
                .first()
                .asString()
                .startsWith("cancel ignored code=WRONG_VERSION");
    }

    @Test
    void fields_that_nobody_knows_are_ignored() throws IOException {
        client.say(
                """
                {"v": 2, "type": "request", "payload": {"protocol_version": "1", "request_id": "r", "job_id": "j",
                 "function_name": "add", "args": [1, 2], "kwargs": {"x": []}, "trace": {"a": [1]},
                 "context": {"job_id": "j", "attempt": 1, "enqueue_time": "2025-01-01T12:00:00Z", "queue_name": "q", "tenant": 7}}}""");
        assertThat(client.outcome().result()).isEqualTo("3");
    }

    // The end.

    @Test
    void an_executor_that_stops_interrupts_what_runs_answers_it_and_takes_no_more()
            throws Exception {
        client.send(TestClient.request("1", "wait", "[]"));
        handlers.waiting.take();
        executor.close();
        ExecutionOutcome outcome = client.outcome();
        assertThat(outcome.status()).isEqualTo(Status.RETRY);
        assertThat(outcome.error().type()).isEqualTo(Execution.EXECUTOR_STOPPING);
        assertThat(client.isClosedSilently()).isTrue();
        executor.awaitStopped();
    }

    private static byte[] header(int length) {
        return ByteBuffer.allocate(4).putInt(length).array();
    }
}
