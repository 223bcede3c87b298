package dev.baton.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.executor.wire.CancelRequest;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionOutcome.Status;
import dev.baton.executor.wire.ExecutionRequest;
import dev.baton.executor.wire.Frames;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Instant;
import java.util.List;

/// What the runtime owes to whoever calls. Run over each transport.
abstract class ExecutorContract extends ExecutorScene {

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
}
