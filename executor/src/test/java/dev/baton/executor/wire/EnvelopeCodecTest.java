package dev.baton.executor.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.executor.wire.ExecutionOutcome.Status;
import dev.baton.executor.wire.ExecutionRequest.Context;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

class EnvelopeCodecTest {
    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void the_request_of_the_specification_is_read() {
        assertThat(decode("request", Golden.text("ExecutionRequest")))
                .isEqualTo(
                        new ExecutionRequest(
                                "uuid",
                                "uuid",
                                "my_handler",
                                "[1, \"two\"]",
                                "{\"flag\": true}",
                                new Context(
                                        "uuid",
                                        1,
                                        Instant.parse("2025-01-01T12:00:00Z"),
                                        "default",
                                        Instant.parse("2025-01-01T12:05:00Z"),
                                        Map.of("traceparent", "..."),
                                        "rrq_worker_123")));
    }

    @Test
    void the_outcome_of_the_specification_is_read() {
        assertThat(decode("response", Golden.text("ExecutionOutcome")))
                .isEqualTo(
                        new ExecutionOutcome(
                                "uuid", "uuid", Status.SUCCESS, "{\"ok\": true}", null, null));
    }

    @Test
    @DisplayName("\"error (optional): Structured error payload\"")
    void the_error_of_the_specification_is_read() {
        String outcome =
                """
                {"job_id": "j", "request_id": "r", "status": "error", "error": %s}"""
                        .formatted(Golden.text("ExecutionError"));
        assertThat(((ExecutionOutcome) decode("response", outcome)).error())
                .isEqualTo(
                        new ExecutionError(
                                "string",
                                ExecutionError.HANDLER_NOT_FOUND,
                                "optional_code",
                                "{ \"any\": \"json\" }"));
    }

    @Test
    @DisplayName("\"job_id (string): Job ID to cancel.\"")
    void the_cancel_of_the_specification_is_read() {
        assertThat(decode("cancel", Golden.text("CancelRequest")))
                .isEqualTo(new CancelRequest("uuid", "uuid (optional)", false));
    }

    @Test
    void the_envelope_of_the_specification_is_an_envelope_and_lacks_only_the_request_itself() {
        WireException refused = refusal(Golden.text("envelope").getBytes(StandardCharsets.UTF_8));
        assertThat(refused.code()).isEqualTo(WireCode.MISSING_FIELD);
        assertThat(refused).hasMessage("protocol_version: expected a value, got none");
    }

    @ParameterizedTest
    @CsvSource({"request, ExecutionRequest", "response, ExecutionOutcome", "cancel, CancelRequest"})
    void what_is_written_is_what_the_specification_shows(String type, String name) {
        byte[] envelope = Golden.envelope(type, Golden.text(name));
        assertThat(tree(payload(EnvelopeCodec.frame(EnvelopeCodec.decode(envelope)))))
                .isEqualTo(tree(envelope));
    }

    @Test
    void what_may_be_absent_may_be_null() {
        String bare =
                """
                {"protocol_version": "1", "request_id": "r", "job_id": "j", "function_name": "f", "args": [], "kwargs": {},
                 "context": {"job_id": "j", "attempt": 2, "enqueue_time": "2025-01-01T12:00:00Z", "queue_name": "q"%s}}""";
        String nulls = ", \"deadline\": null, \"trace_context\": null, \"worker_id\": null";
        assertThat(decode("request", bare.formatted(nulls)))
                .isEqualTo(decode("request", bare.formatted("")))
                .extracting(message -> ((ExecutionRequest) message).context().deadline())
                .isNull();
        assertThat(decode("cancel", "{\"job_id\": \"j\"}"))
                .as("without a version")
                .isEqualTo(new CancelRequest("j", null, false));
        assertThat(decode("cancel", "{\"protocol_version\": \"1\", \"job_id\": \"j\"}"))
                .isEqualTo(new CancelRequest("j", null, false));
        assertThat(
                        decode(
                                "response",
                                "{\"job_id\":\"j\",\"request_id\":\"r\",\"status\":\"success\"}"))
                .isEqualTo(new ExecutionOutcome("j", "r", Status.SUCCESS, null, null, null));
    }

    @Test
    void the_type_may_come_after_the_payload_and_unknown_fields_are_ignored() {
        byte[] envelope =
                """
                {"v": [1, {"x": null}], "payload": {"job_id": "j", "also": {"type": 7}, "protocol_version": "1"}, "type": "cancel"}"""
                        .getBytes(StandardCharsets.UTF_8);
        assertThat(EnvelopeCodec.decode(envelope)).isEqualTo(new CancelRequest("j", null, false));
    }

    @Test
    void a_field_of_another_payload_is_as_unknown_as_any() {
        assertThat(
                        decode(
                                "cancel",
                                "{\"protocol_version\": \"1\", \"job_id\": \"j\", \"status\": 7, \"args\": \"none\"}"))
                .isEqualTo(new CancelRequest("j", null, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[123456789012345678901234567890123456789012345678901234567890]",
                "[1e400, -0.0, 1E-999, 0.1000]",
                "[\"\\ud800\", \"\\u0000\", \"é€😀\"]",
                "[{\"a\": 1, \"a\": 2}]",
                "[ 1 ,\n 2 ]",
                "[[[[[[[[[[]]]]]]]]]]",
                "[\"}{\\\"\"]"
            })
    void arguments_are_passed_on_as_they_stand(String args) {
        var request = (ExecutionRequest) decode("request", request("args", args));
        assertThat(request.args()).isEqualTo(args);
        var again = (ExecutionRequest) EnvelopeCodec.decode(payload(EnvelopeCodec.frame(request)));
        assertThat(again).isEqualTo(request);
    }

    @Test
    void the_headers_of_a_trace_keep_their_order_and_what_is_no_text_is_left_out() {
        String context =
                """
                {"job_id": "j", "attempt": 1, "enqueue_time": "2025-01-01T12:00:00Z", "queue_name": "q",
                 "trace_context": {"z": "1", "a": 2, "m": "3", "b": [{}], "c": "4", "k": null, "y": "5", "d": "6"}}""";
        var request = (ExecutionRequest) decode("request", request("context", context));
        assertThat(request.context().traceContext().keySet())
                .containsExactly("z", "m", "c", "y", "d");
        assertThat(new String(EnvelopeCodec.frame(request), StandardCharsets.UTF_8))
                .contains("{\"z\":\"1\",\"m\":\"3\",\"c\":\"4\",\"y\":\"5\",\"d\":\"6\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "-1.5e3", "\"text\"", "\"\"", "true", "false", "[]", "{\"a\":[]}"})
    void a_result_may_be_any_json(String result) {
        var outcome = new ExecutionOutcome("j", "r", Status.SUCCESS, result, null, null);
        assertThat(EnvelopeCodec.decode(payload(EnvelopeCodec.frame(outcome)))).isEqualTo(outcome);
    }

    @Test
    void words_that_utf_8_cannot_write_do_not_keep_an_error_from_being_told() {
        var error = new ExecutionError("half \ud83d of a pair, \0", "T", null, null);
        var outcome = new ExecutionOutcome("j", "r", Status.ERROR, null, error, null);
        var read = (ExecutionOutcome) EnvelopeCodec.decode(payload(EnvelopeCodec.frame(outcome)));
        assertThat(read.error().message()).isEqualTo("half ? of a pair, ?");
    }

    static byte[] payload(byte[] frame) {
        return Arrays.copyOfRange(frame, Frames.HEADER_BYTES, frame.length);
    }

    /// The request of the specification, with one field replaced.
    static String request(String field, String value) {
        var request =
                (tools.jackson.databind.node.ObjectNode)
                        tree(Golden.text("ExecutionRequest").getBytes(StandardCharsets.UTF_8));
        request.put(field, "@");
        return request.toString().replace("\"@\"", value);
    }

    static WireException refusal(byte[] envelope) {
        try {
            throw new AssertionError("was taken as " + EnvelopeCodec.decode(envelope));
        } catch (WireException e) {
            return e;
        }
    }

    private static ExecutorMessage decode(String type, String payload) {
        return EnvelopeCodec.decode(Golden.envelope(type, payload));
    }

    private static JsonNode tree(byte[] json) {
        return JSON.readTree(json);
    }
}
