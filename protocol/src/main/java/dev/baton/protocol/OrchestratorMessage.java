package dev.baton.protocol;

import dev.baton.core.FinalStatus;
import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.core.RunnerId;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;

/// What a runner is told.
public sealed interface OrchestratorMessage {
    /// The runner may execute the job.
    ///
    record LeaseGranted(
            JobId jobId,
            RunId runId,
            LeaseId leaseId,
            Times times,
            JobSpec spec,
            @Nullable CancelToken cancelToken,
            Turn turn)
            implements OrchestratorMessage {
        public int attempt() {
            return turn.attempt;
        }

        public int epoch() {
            return turn.epoch;
        }

        /// Whose turn it is, and why.
        ///
        /// @param attempt the try at the job, counted from 1; 0 if the orchestrator does not say
        /// @param epoch the fencing token that others can compare; 0 if the orchestrator does not say
        /// @param enqueuedAt when the job was submitted, if the orchestrator says so
        /// @param only what the request was for that this answers, if it was narrowed to something
        /// @param acknowledged whether the runner acknowledged it with its request
        /// @param traceparent the span of the orchestrator that the work belongs to, if it makes any: a header of W3C Trace Context
        public record Turn(
                int attempt,
                int epoch,
                @Nullable Instant enqueuedAt,
                @Nullable String only,
                boolean acknowledged,
                @Nullable String traceparent) {}

        /// What the holder of a lease has to keep to.
        public record Times(Duration leaseTtl, Duration heartbeatInterval, Duration maxRuntime) {}
    }

    /// The reply to AckLease.
    ///
    /// @param cancelDeadline how long the runner has to stop, if the job was canceled before; else null. On the wire as in
    ///     HeartbeatAck, and left out if null
    record LeaseAcked(LeaseId leaseId, Duration leaseTtl, @Nullable Duration cancelDeadline)
            implements OrchestratorMessage {

        public LeaseAcked(LeaseId leaseId, Duration leaseTtl) {
            this(leaseId, leaseTtl, null);
        }
    }

    /// The reply to Heartbeat.
    ///
    /// @param cancelDeadline how long the runner has to stop, if it must. On the wire in whole seconds, rounded down.
    record HeartbeatAck(
            LeaseId leaseId,
            boolean extendLease,
            Duration newLeaseTtl,
            boolean cancelRequested,
            Duration cancelDeadline)
            implements OrchestratorMessage {

        public static HeartbeatAck extended(LeaseId leaseId, Duration ttl) {
            return new HeartbeatAck(leaseId, true, ttl, false, Duration.ZERO);
        }
    }

    /// The reply to Complete.
    ///
    /// @param finalStatus what became of the job; null if it is tried again
    record CompleteAck(LeaseId leaseId, boolean accepted, @Nullable FinalStatus finalStatus)
            implements OrchestratorMessage {}

    /// The work has to stop.
    ///
    /// @param deadline on the wire in whole seconds, rounded down
    record CancelRequested(
            LeaseId leaseId, JobId jobId, String reason, Duration deadline, @Nullable Instant ts)
            implements OrchestratorMessage {}

    /// The reply to CancelAck.
    record CancelConfirmed(LeaseId leaseId, FinalStatus finalStatus)
            implements OrchestratorMessage {}

    /// The reply to ReleaseLease.
    record LeaseReleased(LeaseId leaseId) implements OrchestratorMessage {}

    /// The runner has no right to the job any more and must stop. On the wire also `extend_lease` false and `stale`
    /// true, so that a runner that expects a HeartbeatAck understands it too.
    record StaleLease(LeaseId leaseId, String reason) implements OrchestratorMessage {}

    /// A message could not be taken, and nothing changed.
    ///
    /// @param leaseId the lease that the message spoke for, as far as that could be read
    record Refused(@Nullable LeaseId leaseId, String code, String detail)
            implements OrchestratorMessage {}

    /// The reply to Withdraw: nothing more comes of what was asked for before it.
    record Withdrawn(@Nullable String only) implements OrchestratorMessage {}

    /// The reply to Attach.
    record Attached(RunnerId runnerId, Duration heartbeatInterval, Duration leaseTtl)
            implements OrchestratorMessage {}
}
