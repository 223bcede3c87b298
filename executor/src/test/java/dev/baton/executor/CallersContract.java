package dev.baton.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.executor.wire.ExecutionError;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionOutcome.Status;
import dev.baton.executor.wire.Frames;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;

/// What the runtime owes to all who call when many do, when they repeat themselves, and when they talk nonsense. Run over each transport.
abstract class CallersContract extends ExecutorScene {

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
    void a_cancel_that_names_no_version_is_followed() throws Exception {
        client.send(TestClient.request("1", "wait", "[]"));
        handlers.waiting.take();
        client.say("{\"type\":\"cancel\",\"payload\":{\"job_id\":\"job-1\",\"request_id\":\"1\"}}");
        assertThat(client.outcome().error().type()).isEqualTo("cancelled");
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

    private static byte[] header(int length) {
        return ByteBuffer.allocate(4).putInt(length).array();
    }
}
