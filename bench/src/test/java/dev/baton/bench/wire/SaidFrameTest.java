package dev.baton.bench.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Capabilities;
import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.RunnerId;
import dev.baton.protocol.Decoded;
import dev.baton.protocol.Evidence;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.MessageCodec;
import dev.baton.protocol.RunnerMessage;
import dev.baton.protocol.RunnerMessage.AckLease;
import dev.baton.protocol.RunnerMessage.Attach;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.RunnerMessage.LeaseRequest;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;

class SaidFrameTest {
    private static final RunnerId RUNNER = new RunnerId("r1");
    private static final Capabilities NONE = new Capabilities(Set.of());

    private final SaidFrame said = new SaidFrame("r1");

    @Test
    void the_codec_reads_what_a_runner_says_when_it_comes() {
        assertThat(messages(said.attach().want(500).take()))
                .containsExactly(
                        new Attach(RUNNER, NONE, List.of()),
                        new LeaseRequest(RUNNER, NONE, 500, null));
    }

    @Test
    void the_codec_reads_that_a_job_was_taken_on_and_done() {
        var lease = new LeaseId("lease_abc");
        assertThat(messages(said.finish("job_7", "lease_abc").want(1).take()))
                .containsExactly(
                        new AckLease(new JobId(7), lease, RUNNER, null),
                        new Complete(lease, RUNNER, Ending.SUCCEEDED, 0, null, Evidence.NONE),
                        new LeaseRequest(RUNNER, NONE, 1, null));
    }

    @Test
    void a_frame_that_was_taken_is_gone() {
        said.want(1).take();
        assertThat(said.isEmpty()).isTrue();
        assertThat(messages(said.want(2).take())).hasSize(1);
    }

    private static List<RunnerMessage> messages(String frame) {
        return MessageCodec.RUNNER.readFrame(frame).stream()
                .map(
                        decoded ->
                                switch (decoded) {
                                    case Decoded.Message<RunnerMessage> read -> read.message();
                                    case Decoded.Rejected<RunnerMessage> rejected ->
                                            throw rejected.reason();
                                })
                .toList();
    }
}
