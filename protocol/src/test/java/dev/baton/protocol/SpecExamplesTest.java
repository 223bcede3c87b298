package dev.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.core.RunnerId;
import dev.baton.protocol.OrchestratorMessage.CancelRequested;
import dev.baton.protocol.OrchestratorMessage.CompleteAck;
import dev.baton.protocol.OrchestratorMessage.HeartbeatAck;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.OrchestratorMessage.StaleLease;
import dev.baton.protocol.RunnerMessage.AckLease;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.RunnerMessage.Heartbeat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Every JSON example of the lease protocol, byte for byte as the spec has it, is read and means what it says.
class SpecExamplesTest {
    private static final LeaseId LEASE = new LeaseId("lease_abc");
    private static final RunnerId RUNNER = new RunnerId("runner_xyz");
    private static final String JOB_FILES = "s3://delta-ci-artifacts/runs/run_456/jobs/job_123/";

    @Test
    void the_example_of_lease_granted_is_read_as_the_spec_means_it() {
        assertThat(told("LeaseGranted"))
                .isEqualTo(
                        new LeaseGranted(
                                new JobId(123),
                                new RunId(456),
                                LEASE,
                                new LeaseGranted.Times(
                                        Duration.ofMinutes(2),
                                        Duration.ofSeconds(20),
                                        Duration.ofHours(1)),
                                new JobSpec.Embedded(
                                        """
                                        {"name":"unit-tests","workdir":".",\
                                        "image":"ghcr.io/delta-ci/runner-dotnet:9",\
                                        "steps":["dotnet test -c Release"],"env":{"CI":"true"},\
                                        "artifacts":[{"type":"junit","path_glob":"**/TestResults/*.trx"}],\
                                        "caches":[{"type":"deps","key":"nuget:{lock_hash}",\
                                        "paths":["~/.nuget/packages"]}]}"""),
                                new CancelToken("cancel_tok_optional"),
                                new LeaseGranted.Turn(0, 0, null, null, false, null)));
    }

    @Test
    void the_example_of_ack_lease_is_read_as_the_spec_means_it() {
        assertThat(said("AckLease"))
                .isEqualTo(
                        new AckLease(
                                new JobId(123),
                                LEASE,
                                RUNNER,
                                Instant.parse("2026-01-04T08:00:00Z")));
    }

    @Test
    void the_example_of_heartbeat_is_read_as_the_spec_means_it() {
        assertThat(said("Heartbeat"))
                .isEqualTo(
                        new Heartbeat(
                                LEASE,
                                RUNNER,
                                new Progress(35.0, "dotnet test -c Release", 0, "Running tests..."),
                                new LogCursor(1_048_576),
                                Instant.parse("2026-01-04T08:00:20Z")));
    }

    @Test
    void the_example_of_heartbeat_ack_is_read_as_the_spec_means_it() {
        assertThat(told("HeartbeatAck"))
                .isEqualTo(
                        new HeartbeatAck(LEASE, true, Duration.ofMinutes(2), false, Duration.ZERO));
    }

    @Test
    void the_example_of_complete_is_read_as_the_spec_means_it() {
        assertThat(said("Complete"))
                .isEqualTo(
                        new Complete(
                                LEASE,
                                RUNNER,
                                Ending.SUCCEEDED,
                                0,
                                null,
                                new Evidence(
                                        new Timings(
                                                Instant.parse("2026-01-04T08:00:05Z"),
                                                Instant.parse("2026-01-04T08:03:12Z")),
                                        List.of(
                                                new Artifact("log", JOB_FILES + "log.txt", null),
                                                new Artifact(
                                                        "junit", JOB_FILES + "test.trx", null)),
                                        "All tests passed.",
                                        null)));
    }

    @Test
    void the_example_of_complete_ack_is_read_as_the_spec_means_it() {
        assertThat(told("CompleteAck")).isEqualTo(new CompleteAck(LEASE, true, null));
    }

    @Test
    void the_example_of_cancel_requested_is_read_as_the_spec_means_it() {
        assertThat(told("CancelRequested"))
                .isEqualTo(
                        new CancelRequested(
                                LEASE,
                                new JobId(123),
                                "RUN_CANCELED",
                                Duration.ofSeconds(30),
                                Instant.parse("2026-01-04T08:01:10Z")));
    }

    @Test
    void the_example_of_cancel_ack_is_read_as_the_spec_means_it() {
        assertThat(said("CancelAck"))
                .isEqualTo(
                        new CancelAck(
                                LEASE,
                                RUNNER,
                                Instant.parse("2026-01-04T08:01:25Z"),
                                new Evidence(
                                        null,
                                        List.of(
                                                new Artifact(
                                                        "log",
                                                        JOB_FILES + "log.partial.txt",
                                                        null)),
                                        "Canceled during step: dotnet test.",
                                        null)));
    }

    @Test
    void the_example_of_stale_lease_is_read_as_the_spec_means_it() {
        assertThat(told("StaleLease")).isEqualTo(new StaleLease(LEASE, "LEASE_EXPIRED"));
    }

    private static RunnerMessage said(String name) {
        return MessageCodec.RUNNER.read(Golden.bytes(name));
    }

    private static OrchestratorMessage told(String name) {
        return MessageCodec.ORCHESTRATOR.read(Golden.bytes(name));
    }
}
