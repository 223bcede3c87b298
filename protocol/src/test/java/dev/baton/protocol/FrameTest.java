package dev.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.RunnerId;
import dev.baton.protocol.RunnerMessage.Heartbeat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class FrameTest {
    private static final MessageCodec<RunnerMessage> RUNNER = MessageCodec.RUNNER;
    private static final String GOOD =
            "{\"type\":\"Heartbeat\",\"lease_id\":\"%s\",\"runner_id\":\"r\"}";

    @Test
    void a_frame_is_one_message_or_an_array_of_them() {
        assertThat(RUNNER.readFrame(GOOD.formatted("a"))).containsExactly(beat("a"));
        assertThat(RUNNER.readFrame("[" + GOOD.formatted("a") + "]")).containsExactly(beat("a"));
        assertThat(RUNNER.readFrame(" [ ] ")).isEmpty();
    }

    @Test
    void the_type_may_come_last() {
        assertThat(
                        RUNNER.readFrame(
                                "{\"runner_id\":\"r\",\"lease_id\":\"a\",\"type\":\"Heartbeat\"}"))
                .containsExactly(beat("a"));
    }

    @Test
    void a_bad_message_does_not_disturb_its_neighbours() {
        List<Decoded<RunnerMessage>> decoded =
                RUNNER.readFrame(
                        """
                        [%s,
                         {"type":"Complete","status":[{"x":[]}],"lease_id":"bad","runner_id":"r","y":1},
                         {"type":"Nonsense","lease_id":"odd","more":{"lease_id":"inner"}},
                         {"type":"Heartbeat","lease_id":["x"],"runner_id":"r"},
                         [1,[2]], 7,
                         {"type":"Complete","lease_id":"dup","runner_id":"r","status":"FAILED","result":[{"a":[{"b":1,"b":2}]},3]},
                         %s]"""
                                .formatted(GOOD.formatted("a"), GOOD.formatted("z")));

        assertThat(decoded).hasSize(8);
        assertThat(decoded.getFirst()).isEqualTo(beat("a"));
        assertThat(decoded.getLast()).isEqualTo(beat("z"));
        assertThat(decoded.subList(1, 7))
                .extracting(FrameTest::describe)
                .containsExactly(
                        "INVALID_FIELD status of bad",
                        "UNKNOWN_TYPE type of odd",
                        "INVALID_FIELD lease_id of ?",
                        "NOT_A_MESSAGE  of ?",
                        "NOT_A_MESSAGE  of ?",
                        "DUPLICATE_FIELD result of dup");
    }

    @Test
    void broken_json_rejects_the_whole_frame() {
        refuses("[" + GOOD.formatted("a") + ",{]", ErrorCode.MALFORMED_JSON);
        refuses("[" + GOOD.formatted("a"), ErrorCode.MALFORMED_JSON);
        refuses("[" + GOOD.formatted("a") + "][]", ErrorCode.MALFORMED_JSON);
        refuses("", ErrorCode.MALFORMED_JSON);
    }

    @Test
    void a_frame_has_at_most_2000_messages() {
        String beat = GOOD.formatted("a");
        String most = String.join(",", Collections.nCopies(Limits.MOST_FRAME_MESSAGES, beat));

        assertThat(RUNNER.readFrame("[" + most + "]")).hasSize(2_000);
        refuses("[" + most + "," + beat + "]", ErrorCode.TOO_LARGE);
    }

    @Test
    void a_frame_has_at_most_4_mebibytes() {
        refuses(" ".repeat(Limits.MOST_FRAME_BYTES) + "[]", ErrorCode.TOO_LARGE);
    }

    @Test
    void a_message_that_is_too_large_is_rejected_and_the_rest_of_its_frame_is_not() {
        String padding = ",\"padding\":[" + "1,".repeat(600_000) + "1]}";
        String large = GOOD.formatted("large").replace("}", padding);

        List<Decoded<RunnerMessage>> decoded =
                RUNNER.readFrame("[" + large + "," + GOOD.formatted("z") + "]");

        assertThat(describe(decoded.getFirst())).isEqualTo("TOO_LARGE  of large");
        assertThat(decoded.getLast()).isEqualTo(beat("z"));
        assertThat(describe(RUNNER.readFrame(large).getFirst())).startsWith("TOO_LARGE");
    }

    @Test
    void messages_are_written_in_as_many_frames_as_the_bounds_ask_for() {
        var spec = new JobSpec.Embedded("{\"name\":\"" + "n".repeat(200_000) + "\"}");
        List<OrchestratorMessage> grants =
                new ArrayList<>(Collections.nCopies(50, Examples.granted(spec)));
        grants.addAll(
                Collections.nCopies(5_000, new OrchestratorMessage.LeaseReleased(Examples.LEASE)));

        List<byte[]> frames = MessageCodec.ORCHESTRATOR.writeFrames(grants);

        assertThat(frames)
                .hasSizeBetween(5, 8)
                .allSatisfy(frame -> assertThat(frame).hasSizeLessThan(Limits.MOST_FRAME_BYTES));
        assertThat(frames.stream().flatMap(f -> MessageCodec.ORCHESTRATOR.readFrame(f).stream()))
                .isEqualTo(grants.stream().map(Decoded.Message::new).toList());
    }

    @Test
    void one_message_is_a_frame_without_brackets_and_none_is_no_frame() {
        List<RunnerMessage> one = List.of(Heartbeat.bare(new LeaseId("a"), new RunnerId("r")));

        assertThat(RUNNER.writeFrames(one))
                .singleElement()
                .isEqualTo(GOOD.formatted("a").getBytes(StandardCharsets.UTF_8));
        assertThat(RUNNER.writeFrames(List.of())).isEmpty();
    }

    @Test
    void a_message_that_is_too_large_is_not_written() {
        var artifact = new Artifact("log", "u".repeat(2_000), null);
        RunnerMessage large =
                new RunnerMessage.CancelAck(
                        Examples.LEASE,
                        Examples.RUNNER,
                        null,
                        new Evidence(null, Collections.nCopies(1_000, artifact), null, null));

        assertThatThrownBy(() -> RUNNER.write(large)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> RUNNER.writeFrames(List.of(large, large)))
                .isInstanceOf(ProtocolException.class);
    }

    private static void refuses(String frame, ErrorCode code) {
        assertThatThrownBy(() -> RUNNER.readFrame(frame))
                .isInstanceOfSatisfying(
                        ProtocolException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static Decoded<RunnerMessage> beat(String lease) {
        return new Decoded.Message<>(Heartbeat.bare(new LeaseId(lease), new RunnerId("r")));
    }

    private static String describe(Decoded<RunnerMessage> decoded) {
        return switch (decoded) {
            case Decoded.Message<RunnerMessage>(RunnerMessage message) -> message.toString();
            case Decoded.Rejected<RunnerMessage>(ProtocolException reason, LeaseId lease) ->
                    "%s %s of %s"
                            .formatted(
                                    reason.code(),
                                    reason.field(),
                                    lease == null ? "?" : lease.text());
        };
    }
}
