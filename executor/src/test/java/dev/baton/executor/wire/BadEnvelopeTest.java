package dev.baton.executor.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

class BadEnvelopeTest {
    @ParameterizedTest
    @MethodSource
    void what_is_no_envelope_is_refused_with_a_code_and_a_sentence(
            String envelope, WireCode code, String sentence) {
        WireException refused = refusal(envelope);
        assertThat(refused.code()).isEqualTo(code);
        assertThat(refused).hasMessage(sentence);
    }

    static Stream<Arguments> what_is_no_envelope_is_refused_with_a_code_and_a_sentence() {
        return Stream.of(
                Arguments.of(
                        "",
                        WireCode.EMPTY_FRAME,
                        "expected a frame of at least 1 byte, got an empty one"),
                Arguments.of(
                        " ",
                        WireCode.NOT_JSON,
                        "expected an object with type and payload, got nothing"),
                Arguments.of(
                        "[]",
                        WireCode.NOT_AN_ENVELOPE,
                        "expected an object with type and payload, got an array"),
                Arguments.of(
                        "7",
                        WireCode.NOT_AN_ENVELOPE,
                        "expected an object with type and payload, got the number 7"),
                Arguments.of(
                        "{\"type\":",
                        WireCode.NOT_JSON,
                        "expected JSON, got something else at byte 8"),
                Arguments.of(
                        "{\"type\":\"cancel\"} {}",
                        WireCode.NOT_JSON,
                        "expected the end after one envelope, got an object"),
                Arguments.of("{}", WireCode.MISSING_FIELD, "type: expected a value, got none"),
                Arguments.of(
                        "{\"type\":\"ping\",\"payload\":{}}",
                        WireCode.UNKNOWN_TYPE,
                        "type: expected request, response or cancel, got 'ping'"),
                Arguments.of(
                        "{\"type\":7,\"payload\":{}}",
                        WireCode.WRONG_TYPE,
                        "type: expected text, got the number 7"),
                Arguments.of(
                        "{\"type\":\"cancel\",\"type\":\"cancel\",\"payload\":{}}",
                        WireCode.DUPLICATE_FIELD,
                        "type: expected it once, got it again"),
                Arguments.of(
                        "{\"type\":\"cancel\"}",
                        WireCode.MISSING_FIELD,
                        "payload: expected a value, got none"),
                Arguments.of(
                        "{\"type\":\"cancel\",\"payload\":[]}",
                        WireCode.WRONG_TYPE,
                        "payload: expected an object, got an array"),
                Arguments.of(
                        "{\"type\":\"response\",\"payload\":{\"job_id\":\"j\",\"request_id\":\"r\",\"status\":\"done\"}}",
                        WireCode.WRONG_TYPE,
                        "status: expected success, retry, timeout or error, got 'done'"),
                Arguments.of(
                        "{\"type\":\"response\",\"payload\":{\"job_id\":\"j\",\"request_id\":\"r\",\"status\":\"retry\",\"retry_after_seconds\":1e400}}",
                        WireCode.WRONG_TYPE,
                        "retry_after_seconds: expected a finite number, got the number 1e400"));
    }

    @ParameterizedTest
    @MethodSource
    void a_bad_request_is_refused_and_named(
            String field, String value, WireCode code, String sentence) {
        WireException refused =
                EnvelopeCodecTest.refusal(
                        Golden.envelope("request", EnvelopeCodecTest.request(field, value)));
        assertThat(refused.code()).isEqualTo(code);
        assertThat(refused).hasMessage(sentence);
        assertThat(refused.requestId()).isEqualTo(field.equals("request_id") ? null : "uuid");
        assertThat(refused.jobId()).isEqualTo("uuid");
    }

    @Test
    void an_outcome_need_not_name_a_version_but_must_not_name_another() {
        WireException refused =
                EnvelopeCodecTest.refusal(
                        Golden.envelope(
                                "response",
                                """
                                {"protocol_version":"2","job_id":"j","request_id":"r","status":"success"}"""));
        assertThat(refused.code()).isEqualTo(WireCode.WRONG_VERSION);
        assertThat(refused.requestId()).isEqualTo("r");
    }

    static Stream<Arguments> a_bad_request_is_refused_and_named() {
        return Stream.of(
                Arguments.of(
                        "protocol_version",
                        "\"2\"",
                        WireCode.WRONG_VERSION,
                        "protocol_version: expected '1', got '2'"),
                Arguments.of(
                        "protocol_version",
                        "1",
                        WireCode.WRONG_TYPE,
                        "protocol_version: expected text, got the number 1"),
                Arguments.of(
                        "request_id",
                        "null",
                        WireCode.MISSING_FIELD,
                        "request_id: expected a value, got none"),
                Arguments.of(
                        "function_name",
                        "\"" + "f".repeat(WireForms.MOST_NAME_CHARACTERS + 1) + "\"",
                        WireCode.TOO_LARGE,
                        "function_name: expected at most 1000 characters of Unicode, none of them NUL, got 1001 characters"),
                Arguments.of(
                        "args",
                        "{}",
                        WireCode.WRONG_TYPE,
                        "args: expected an array, got an object"),
                Arguments.of(
                        "kwargs",
                        "[]",
                        WireCode.WRONG_TYPE,
                        "kwargs: expected an object, got an array"),
                Arguments.of(
                        "context",
                        "{\"job_id\":\"uuid\",\"attempt\":0}",
                        WireCode.WRONG_TYPE,
                        "context.attempt: expected an integer from 1 to 2147483647, got the number 0"),
                Arguments.of(
                        "context",
                        "{\"job_id\":\"uuid\",\"attempt\":1,\"enqueue_time\":\"yesterday\"}",
                        WireCode.WRONG_TYPE,
                        "context.enqueue_time: expected a time such as 2026-01-04T08:00:20Z, got 'yesterday'"));
    }

    @Test
    void what_is_too_deep_or_broken_still_names_its_request() {
        String deep = "[".repeat(WireJson.MOST_DEPTH) + "]".repeat(WireJson.MOST_DEPTH);
        WireException refused =
                EnvelopeCodecTest.refusal(
                        Golden.envelope("request", EnvelopeCodecTest.request("args", deep)));
        assertThat(refused.code()).isEqualTo(WireCode.TOO_LARGE);
        assertThat(refused.requestId()).isEqualTo("uuid");

        WireException broken =
                EnvelopeCodecTest.refusal(
                        Golden.envelope("request", EnvelopeCodecTest.request("args", "[1 2]")));
        assertThat(broken.code()).isEqualTo(WireCode.NOT_JSON);
        assertThat(broken.requestId()).isEqualTo("uuid");
        assertThat(broken.jobId()).isEqualTo("uuid");
    }

    @Test
    void every_way_of_not_being_utf_8_is_refused() {
        for (byte[] wrong :
                List.of(
                        new byte[] {(byte) 0xff},
                        new byte[] {(byte) 0xc0, (byte) 0x80},
                        new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
                        new byte[] {(byte) 0xe2, (byte) 0x82})) {
            String around =
                    new String(
                            Golden.envelope(
                                    "request", EnvelopeCodecTest.request("args", "[\"@\"]")),
                            StandardCharsets.UTF_8);
            String latin1 = new String(wrong, StandardCharsets.ISO_8859_1);
            assertThat(
                            EnvelopeCodecTest.refusal(
                                            around.replace("@", latin1)
                                                    .getBytes(StandardCharsets.ISO_8859_1))
                                    .code())
                    .isEqualTo(WireCode.NOT_UTF8);
        }
    }

    @Test
    void a_message_that_does_not_fit_into_a_frame_is_refused_before_it_is_sent() {
        var outcome =
                new ExecutionOutcome(
                        "j",
                        "r",
                        ExecutionOutcome.Status.SUCCESS,
                        "\"" + "x".repeat(Frames.MOST_BYTES) + "\"",
                        null,
                        null);
        assertThatThrownBy(() -> EnvelopeCodec.frame(outcome))
                .isInstanceOf(WireException.class)
                .hasMessageStartingWith("expected a frame of at most 16777216 bytes, got 167773");
    }

    private static WireException refusal(String envelope) {
        return EnvelopeCodecTest.refusal(envelope.getBytes(StandardCharsets.UTF_8));
    }
}
