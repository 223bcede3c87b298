package dev.baton.protocol;

import dev.baton.core.Capabilities;
import dev.baton.core.Ending;
import dev.baton.core.FinalStatus;
import dev.baton.core.InstanceId;
import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.core.RunnerId;
import dev.baton.protocol.OrchestratorMessage.Attached;
import dev.baton.protocol.OrchestratorMessage.CancelConfirmed;
import dev.baton.protocol.OrchestratorMessage.CancelRequested;
import dev.baton.protocol.OrchestratorMessage.CompleteAck;
import dev.baton.protocol.OrchestratorMessage.HeartbeatAck;
import dev.baton.protocol.OrchestratorMessage.LeaseAcked;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.OrchestratorMessage.LeaseReleased;
import dev.baton.protocol.OrchestratorMessage.Refused;
import dev.baton.protocol.OrchestratorMessage.StaleLease;
import dev.baton.protocol.OrchestratorMessage.Withdrawn;
import dev.baton.protocol.RunnerMessage.AckLease;
import dev.baton.protocol.RunnerMessage.Attach;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.RunnerMessage.Heartbeat;
import dev.baton.protocol.RunnerMessage.LeaseRequest;
import dev.baton.protocol.RunnerMessage.ReleaseLease;
import dev.baton.protocol.RunnerMessage.Withdraw;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Messages of every type, by the name of the golden file that shows how we write them.
final class Examples {
    static final LeaseId LEASE = new LeaseId("lease_abc");
    static final RunnerId RUNNER = new RunnerId("runner_xyz");
    static final JobId JOB = new JobId(123);
    static final Instant TIME = Instant.parse("2026-01-04T08:00:20.5Z");
    static final Capabilities LINUX = Capabilities.of(List.of("os=linux", "arch=x86_64"));

    private Examples() {}

    static Map<String, RunnerMessage> ofRunner() {
        var all = new LinkedHashMap<String, RunnerMessage>();
        all.put("AckLease", new AckLease(JOB, LEASE, RUNNER, TIME));
        all.put(
                "Heartbeat",
                new Heartbeat(
                        LEASE,
                        RUNNER,
                        new Progress(12.5, "make \"all\"", 1, "Übersetzt 🚀"),
                        new LogCursor(1L << 40),
                        TIME));
        all.put("Heartbeat-bare", Heartbeat.bare(LEASE, RUNNER));
        all.put(
                "Complete",
                new Complete(
                        LEASE,
                        RUNNER,
                        Ending.SUCCEEDED,
                        0,
                        null,
                        new Evidence(
                                new Timings(TIME, TIME.plusSeconds(3)),
                                List.of(
                                        new Artifact("log", "blob:1", null),
                                        new Artifact("junit", "blob:2", "tests.xml")),
                                "line one\nline two",
                                "{\"sum\":1.10,\"all\":[1,null,true]}")));
        all.put(
                "Complete-retry",
                new Complete(
                        LEASE,
                        RUNNER,
                        Ending.RETRY,
                        null,
                        Duration.ofMillis(1_500),
                        Evidence.of("not yet")));
        all.put(
                "Complete-error",
                new Complete(LEASE, RUNNER, Ending.ERROR, 137, null, Evidence.NONE));
        all.put(
                "Complete-fatal",
                new Complete(
                        LEASE,
                        RUNNER,
                        Ending.FATAL,
                        null,
                        null,
                        new Evidence(
                                null,
                                List.of(),
                                "no handler add",
                                null,
                                "{\"message\":\"no handler add\",\"type\":\"handler_not_found\"}")));
        all.put("CancelAck", new CancelAck(LEASE, RUNNER, TIME, Evidence.of("stopped")));
        all.put("ReleaseLease", new ReleaseLease(LEASE, RUNNER, "shutting down"));
        all.put("LeaseRequest", new LeaseRequest(RUNNER, LINUX, 8, Duration.ofSeconds(20)));
        all.put(
                "LeaseRequest-only",
                new LeaseRequest(
                        RUNNER,
                        Capabilities.of(List.of()).onlyFor("executor=python"),
                        64,
                        null,
                        true));
        all.put("Withdraw", new Withdraw(RUNNER, "executor=python"));
        all.put("Withdraw-any", new Withdraw(RUNNER, null));
        all.put("Attach", new Attach(RUNNER, LINUX, null));
        all.put("Attach-resume", new Attach(RUNNER, LINUX, List.of(LEASE)));
        all.put("Attach-capacity", new Attach(RUNNER, LINUX, null, 4));
        all.put(
                "Attach-instance",
                new Attach(RUNNER, LINUX, null, 4, new InstanceId("5d1f0c9e7a3b42b8")));
        return all;
    }

    static Map<String, OrchestratorMessage> ofOrchestrator() {
        var all = new LinkedHashMap<String, OrchestratorMessage>();
        all.put(
                "LeaseGranted",
                granted(new JobSpec.Embedded("{\"name\":\"a\",\"steps\":[\"b\"]}")));
        all.put("LeaseGranted-reference", granted(new JobSpec.Referenced("https://specs/1")));
        all.put("LeaseGranted-call", grantedCall());
        all.put("LeaseAcked", new LeaseAcked(LEASE, Duration.ofMinutes(2)));
        all.put(
                "LeaseAcked-cancel",
                new LeaseAcked(LEASE, Duration.ofMinutes(2), Duration.ofSeconds(29)));
        all.put("HeartbeatAck", HeartbeatAck.extended(LEASE, Duration.ofMinutes(2)));
        all.put(
                "HeartbeatAck-cancel",
                new HeartbeatAck(
                        LEASE, true, Duration.ofMillis(500), true, Duration.ofSeconds(29)));
        all.put("CompleteAck", new CompleteAck(LEASE, true, FinalStatus.SUCCEEDED));
        all.put("CompleteAck-again", new CompleteAck(LEASE, true, null));
        all.put(
                "CancelRequested",
                new CancelRequested(LEASE, JOB, "RUN_CANCELED", Duration.ofSeconds(30), TIME));
        all.put("CancelConfirmed", new CancelConfirmed(LEASE, FinalStatus.CANCELED));
        all.put("LeaseReleased", new LeaseReleased(LEASE));
        all.put("StaleLease", new StaleLease(LEASE, "LEASE_EXPIRED"));
        all.put("Refused", new Refused(LEASE, "INVALID_FIELD", "ts: expected a time"));
        all.put("Refused-nobody", new Refused(null, "MALFORMED_JSON", "expected JSON"));
        all.put("Withdrawn", new Withdrawn("executor=python"));
        all.put("Withdrawn-any", new Withdrawn(null));
        all.put("Attached", new Attached(RUNNER, Duration.ofSeconds(20), Duration.ofMinutes(2)));
        return all;
    }

    private static LeaseGranted grantedCall() {
        LeaseGranted plain = granted(new JobSpec.Embedded("{\"function\":{\"name\":\"add\"}}"));
        return new LeaseGranted(
                plain.jobId(),
                plain.runId(),
                plain.leaseId(),
                plain.times(),
                plain.spec(),
                null,
                new LeaseGranted.Turn(
                        1,
                        3,
                        TIME,
                        "executor=python",
                        true,
                        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
    }

    static LeaseGranted granted(JobSpec spec) {
        return new LeaseGranted(
                JOB,
                new RunId(456),
                LEASE,
                new LeaseGranted.Times(
                        Duration.ofMinutes(2), Duration.ofSeconds(20), Duration.ofHours(1)),
                spec,
                null,
                new LeaseGranted.Turn(2, 9, null, null, false, null));
    }
}
