package dev.baton.bench.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.core.FinalStatus;
import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.protocol.JobSpec;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.MessageCodec;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.CompleteAck;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.OrchestratorMessage.Refused;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class HeardFrameTest {
    private static final LeaseId LEASE = new LeaseId("lease_abc");
    private static final LeaseGranted GRANTED =
            new LeaseGranted(
                    new JobId(7),
                    new RunId(3),
                    LEASE,
                    new LeaseGranted.Times(
                            Duration.ofSeconds(120), Duration.ofSeconds(20), Duration.ofHours(1)),
                    new JobSpec.Embedded("{\"lease_id\":\"not this one\",\"steps\":[{\"a\":[]}]}"),
                    null,
                    new LeaseGranted.Turn(1, 1, null, null, false, null));

    @Test
    void a_grant_is_heard_whatever_its_job_looks_like() {
        assertThat(hear(GRANTED))
                .containsExactly(new Heard("LeaseGranted", "lease_abc", "job_7", false, null));
    }

    @Test
    void all_messages_of_a_frame_are_heard_in_order() {
        assertThat(hear(new CompleteAck(LEASE, true, FinalStatus.SUCCEEDED), GRANTED))
                .extracting(Heard::type, Heard::accepted)
                .containsExactly(tuple("CompleteAck", true), tuple("LeaseGranted", false));
    }

    @Test
    void a_refusal_says_why() {
        assertThat(hear(new Refused(null, "NOT_ATTACHED", "expected Attach")))
                .extracting(Heard::complaint)
                .containsExactly("NOT_ATTACHED: expected Attach");
    }

    private static List<Heard> hear(OrchestratorMessage... messages) {
        var heard = new ArrayList<Heard>();
        for (byte[] frame : MessageCodec.ORCHESTRATOR.writeFrames(List.of(messages))) {
            HeardFrame.read(frame, frame.length, heard::add);
        }
        return heard;
    }
}
