package dev.baton.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.executor.wire.CancelRequest;
import dev.baton.executor.wire.EnvelopeCodec;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionOutcome.Status;
import dev.baton.executor.wire.ExecutionRequest;
import dev.baton.executor.wire.ExecutorMessage;
import dev.baton.executor.wire.WireException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The specification of the executor protocol, sentence by sentence, as far as it is about the wire and about executors. What only the
/// orchestrator can show, such as the variables that it sets, retries and dead letters, is shown where the orchestrator is.
@Timeout(60)
class SpecTest {
    private static final String REQUEST =
            """
            {"type": "request", "payload": {"protocol_version": "1", "request_id": "r", "job_id": "j", "function_name": "context",
             "args": [1, "two"], "kwargs": {"flag": true},
             "context": {"job_id": "j", "attempt": 2, "enqueue_time": "2025-01-01T12:00:00Z", "queue_name": "mail",
                         "deadline": "2999-01-01T12:05:00Z", "trace_context": {"traceparent": "00-x"}, "worker_id": "w"}}}""";

    private final TestHandlers handlers = new TestHandlers();
    private CallContext seen;

    @TempDir private Path directory;
    private Executor executor;
    private TestClient client;

    @BeforeEach
    void start() throws IOException {
        executor =
                handlers.executor(ExecutorAddress.unix(directory.resolve("e.sock")))
                        .handler(
                                "context",
                                (args, context) -> {
                                    seen = context;
                                    return Map.of(
                                            "args", args.size(),
                                            "flag", args.find("flag", boolean.class).orElse(false));
                                })
                        .start();
        client = TestClient.connect(executor.address());
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        handlers.release();
        executor.close();
    }

    // Encoding

    @Test
    @DisplayName("\"Timestamps are RFC 3339 (UTC).\"")
    void timestamps_are_rfc_3339() {
        String sent = text(TestClient.request("r", "f", "[]", Instant.ofEpochMilli(1_500)));
        assertThat(sent)
                .contains("\"enqueue_time\":\"2025-01-01T12:00:00Z\"")
                .contains("\"deadline\":\"1970-01-01T00:00:01.500Z\"");
    }

    @Test
    @DisplayName("\"Field names are snake_case.\"")
    void snake_case() {
        String sent =
                text(TestClient.request("r", "f", "[]", Instant.EPOCH))
                        + text(new CancelRequest("j", "r", true))
                        + text(new ExecutionOutcome("j", "r", Status.RETRY, null, null, 1.0));
        assertThat(sent.split("\"[a-z_]+\":", -1)).hasSizeGreaterThan(20);
        assertThat(sent).doesNotContainPattern("\"[a-z_]*[A-Z-][A-Za-z_-]*\":");
    }

    // Transport

    @Test
    @DisplayName(
            "\"The executor binds a Unix socket at that path, or binds a TCP socket on the provided localhost-only address and"
                    + " accepts connections.\"")
    void the_executor_binds() throws IOException {
        assertThat(directory.resolve("e.sock")).exists();
        assertThat(client.call("1", "add", "[1, 2]").result()).isEqualTo("3");
        try (var tcp = handlers.executor(ExecutorAddress.tcp("localhost:0")).start();
                var caller = TestClient.connect(tcp.address())) {
            assertThat(caller.call("1", "add", "[1, 2]").result()).isEqualTo("3");
        }
        assertThatThrownBy(() -> ExecutorAddress.tcp("0.0.0.0:4000"))
                .isInstanceOf(ExecutorStartException.class);
    }

    @Test
    @DisplayName(
            "\"Each connection is a stream of length-delimited frames: 4-byte big-endian unsigned length prefix followed by a"
                    + " UTF-8 JSON payload of that length\"")
    void length_delimited_frames() throws IOException {
        byte[] payload = REQUEST.replace("two", "zwölf").getBytes(StandardCharsets.UTF_8);
        client.write(ByteBuffer.allocate(4).putInt(payload.length).array());
        client.write(payload);
        assertThat(client.outcome().status()).isEqualTo(Status.SUCCESS);
    }

    @Test
    @DisplayName(
            "\"Each frame is a JSON envelope\"; \"request: payload is an ExecutionRequest. response: payload is an"
                    + " ExecutionOutcome. cancel: payload is a CancelRequest.\"")
    void each_frame_is_an_envelope() {
        assertThat(text(TestClient.request("r", "f", "[]")))
                .startsWith("{\"type\":\"request\",\"payload\":{\"protocol_version\":\"1\",");
        assertThat(text(new ExecutionOutcome("j", "r", Status.SUCCESS, "1", null, null)))
                .startsWith("{\"type\":\"response\",\"payload\":{\"job_id\":\"j\",");
        assertThat(text(new CancelRequest("j", "r", false)))
                .startsWith("{\"type\":\"cancel\",\"payload\":{\"protocol_version\":\"1\",");
    }

    @Test
    @DisplayName(
            "\"Executors should read requests and write responses sequentially on a single connection.\"")
    void a_caller_that_takes_turns_is_served_in_turn() throws IOException {
        for (int i = 0; i < 100; i++) {
            assertThat(client.call("r" + i, "add", "[%d, 1]".formatted(i)).requestId())
                    .isEqualTo("r" + i);
        }
    }

    @Test
    @DisplayName(
            "\"Protocol logging is not supported; executors should emit logs to stdout/stderr as needed.\"")
    void logs_are_not_on_the_wire() throws IOException {
        var log = new ConcurrentLinkedQueue<String>();
        try (var logging =
                        handlers.executor(ExecutorAddress.tcp("127.0.0.1:0"))
                                .log(log::add)
                                .start();
                var caller = TestClient.connect(logging.address())) {
            caller.say("nonsense");
            assertThat(caller.isClosedSilently()).isTrue();
            assertThat(log).hasSize(1);
        }
    }

    @Test
    @DisplayName(
            "\"The orchestrator correlates responses by request_id and expects exactly one response per request.\"")
    void one_response_for_each_request() throws IOException {
        for (int i = 0; i < 100; i++) {
            client.send(TestClient.request("r" + i, "add", "[%d, 0]".formatted(i)));
        }
        int sum = 0;
        for (int i = 0; i < 100; i++) {
            ExecutionOutcome outcome = client.outcome();
            assertThat("r" + outcome.result()).isEqualTo(outcome.requestId());
            sum += Integer.parseInt(outcome.result());
        }
        assertThat(sum).isEqualTo(4_950);
        assertThat(client.call("last", "add", "[0, 0]").requestId()).isEqualTo("last");
    }

    @Test
    @DisplayName(
            "\"The orchestrator may open multiple concurrent connections to the same executor process (often one connection per"
                    + " request).\"")
    void many_connections() throws Exception {
        client.send(TestClient.request("1", "wait", "[]"));
        handlers.waiting.take();
        try (var other = TestClient.connect(executor.address())) {
            assertThat(other.call("2", "add", "[1, 1]").result()).isEqualTo("2");
        }
        handlers.release();
        assertThat(client.outcome().requestId()).isEqualTo("1");
    }

    @Test
    @DisplayName("\"Cancellation frames may be sent on their own short-lived connection.\"")
    void a_cancel_on_its_own_connection() throws Exception {
        ExecutionRequest request = TestClient.request("1", "wait", "[]");
        client.send(request);
        handlers.waiting.take();
        try (var other = TestClient.connect(executor.address())) {
            other.cancel(request);
        }
        assertThat(client.outcome().error().type()).isEqualTo("cancelled");
    }

    // ExecutionRequest

    @Test
    @DisplayName("\"protocol_version (string): Always \"1\" for v1.\"")
    void always_version_one() throws IOException {
        client.say(REQUEST.replace("\"1\"", "\"2\""));
        assertThat(client.outcome().error().message())
                .isEqualTo("protocol_version: expected '1', got '2'");
        client.say(REQUEST.replace("\"1\"", "1"));
        assertThat(client.outcome().error().type()).isEqualTo(ExecutionError.PROTOCOL_ERROR);
    }

    @Test
    @DisplayName(
            "\"function_name (string): Handler name to execute. args (array): Positional arguments. kwargs (object): Keyword"
                    + " arguments.\"")
    void the_handler_gets_its_arguments() throws IOException {
        client.say(REQUEST);
        assertThat(client.outcome().result()).contains("\"args\":2").contains("\"flag\":true");
    }

    @Test
    @DisplayName(
            "\"context (object): job_id (string), attempt (int): 1-based attempt number, enqueue_time, queue_name, deadline"
                    + " (optional), trace_context (object, optional), worker_id (string, optional)\"")
    void the_handler_sees_the_context() throws IOException {
        client.say(REQUEST);
        client.outcome();
        assertThat(seen.jobId()).isEqualTo("j");
        assertThat(seen.attempt()).isEqualTo(2);
        assertThat(seen.enqueueTime()).isEqualTo("2025-01-01T12:00:00Z");
        assertThat(seen.queueName()).isEqualTo("mail");
        assertThat(seen.deadline()).contains(Instant.parse("2999-01-01T12:05:00Z"));
        assertThat(seen.timeLeft()).isPositive();
        assertThat(seen.traceContext()).isEqualTo(Map.of("traceparent", "00-x"));
        assertThat(seen.workerId()).contains("w");

        client.say(
                REQUEST.replaceAll(",\\s+\"deadline\".*\"w\"}", "}")
                        .replace("\"attempt\": 2", "\"attempt\": 0"));
        assertThat(client.outcome().error().message()).startsWith("context.attempt: expected");
        client.say(REQUEST.replaceAll(",\\s+\"deadline\".*\"w\"}", "}"));
        assertThat(client.outcome().status()).isEqualTo(Status.SUCCESS);
        assertThat(seen.deadline()).isEmpty();
        assertThat(seen.traceContext()).isEmpty();
        assertThat(seen.workerId()).isEmpty();
    }

    // ExecutionOutcome

    @Test
    @DisplayName(
            "\"success: Execution completed. retry: Executor requests retry. timeout: Executor timed itself out. error:"
                    + " Execution failed.\" \"Executors may return timeout if they implement their own local timeouts.\"")
    void the_status_of_an_outcome() throws IOException {
        assertThat(client.call("1", "add", "[1, 1]").status()).isEqualTo(Status.SUCCESS);
        assertThat(client.call("2", "retry", "[]").status()).isEqualTo(Status.RETRY);
        client.send(TestClient.request("3", "wait", "[]", Instant.EPOCH));
        assertThat(client.outcome().status()).isEqualTo(Status.TIMEOUT);
        assertThat(client.call("4", "fail", "[]").status()).isEqualTo(Status.ERROR);
        assertThatThrownBy(
                        () ->
                                EnvelopeCodec.decode(
                                        "{\"type\":\"response\",\"payload\":{\"job_id\":\"j\",\"request_id\":\"r\",\"status\":\"ok\"}}"
                                                .getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(WireException.class);
    }

    @Test
    @DisplayName(
            "\"The request ID this outcome corresponds to. Required so the orchestrator can correlate responses and guard against"
                    + " mismatched or out-of-order results.\" \"The job ID this outcome corresponds to.\"")
    void an_outcome_names_its_request_and_job() throws IOException {
        ExecutionOutcome outcome = client.call("1", "fail", "[]");
        assertThat(outcome.requestId()).isEqualTo("1");
        assertThat(outcome.jobId()).isEqualTo("job-1");
        assertThatThrownBy(
                        () ->
                                EnvelopeCodec.decode(
                                        "{\"type\":\"response\",\"payload\":{\"job_id\":\"j\",\"status\":\"success\"}}"
                                                .getBytes(StandardCharsets.UTF_8)))
                .hasMessage("request_id: expected a value, got none");
    }

    @Test
    @DisplayName("\"Reserved type values: handler_not_found\"")
    void handler_not_found() throws IOException {
        ExecutionOutcome outcome = client.call("1", "nobody", "[]");
        assertThat(outcome.status()).isEqualTo(Status.ERROR);
        assertThat(outcome.error().type()).isEqualTo("handler_not_found");
    }

    @Test
    @DisplayName(
            "\"retry_after_seconds (optional): Used with status = retry to request a specific delay.\"")
    void retry_after() throws IOException {
        assertThat(client.call("1", "retry", "[]").retryAfterSeconds()).isEqualTo(2.5);
        assertThat(client.call("2", "fail", "[]").retryAfterSeconds()).isNull();
    }

    // CancelRequest

    @Test
    @DisplayName(
            "\"request_id (string, optional): If present, cancel only the matching in-flight request.\"")
    void only_the_matching_request() throws Exception {
        for (String id : new String[] {"1", "2"}) {
            ExecutionRequest request = TestClient.request(id, "wait", "[]");
            client.send(
                    new ExecutionRequest(id, "same job", "wait", "[]", "{}", request.context()));
            handlers.waiting.take();
        }
        client.send(new CancelRequest("same job", "2", false));
        assertThat(client.outcome().requestId()).isEqualTo("2");
        assertThat(handlers.interrupted.take()).isEqualTo("2");
        assertThat(handlers.interrupted).isEmpty();
    }

    @Test
    @DisplayName(
            "\"hard_kill (bool): Reserved for orchestrator-level process management; executors may ignore it.\"")
    void hard_kill_is_a_cancel_like_any() throws Exception {
        client.send(TestClient.request("1", "wait", "[]"));
        handlers.waiting.take();
        client.send(new CancelRequest("job-1", "1", true));
        assertThat(client.outcome().error().type()).isEqualTo("cancelled");
        assertThat(client.call("2", "add", "[1, 1]").result()).isEqualTo("2");
    }

    // Scheduling

    @Test
    @DisplayName(
            "\"Executors should attempt to cancel the associated task and return an outcome (typically error with a cancelled"
                    + " type/message). If request_id is omitted, executors may cancel any matching in-flight task for the job ID or"
                    + " no-op if nothing is running.\"")
    void a_cancel_ends_what_runs() throws Exception {
        client.send(new CancelRequest("job-1", null, false));
        client.send(TestClient.request("1", "wait", "[]"));
        handlers.waiting.take();
        client.send(new CancelRequest("job-1", null, false));
        ExecutionOutcome outcome = client.outcome();
        assertThat(outcome.status()).isEqualTo(Status.ERROR);
        assertThat(outcome.error())
                .isEqualTo(new ExecutionError("the call was cancelled", ExecutionError.CANCELLED));
    }

    private static String text(ExecutorMessage message) {
        return new String(EnvelopeCodec.frame(message), StandardCharsets.UTF_8).substring(4);
    }
}
