package dev.baton.protocol;

import dev.baton.core.Capabilities;
import dev.baton.core.Ending;
import dev.baton.core.FinalStatus;
import dev.baton.core.InstanceId;
import dev.baton.core.JobId;
import dev.baton.core.Report;
import dev.baton.core.RunnerId;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// What a runner says. Every time in it is the runner's own: recorded, never compared.
public sealed interface RunnerMessage {
    RunnerId runnerId();

    /// A message that speaks for one lease.
    sealed interface ForLease extends RunnerMessage {
        LeaseId leaseId();
    }

    /// The runner has the lease and starts to work.
    record AckLease(JobId jobId, LeaseId leaseId, RunnerId runnerId, @Nullable Instant acceptedAt)
            implements ForLease {}

    /// The runner lives and works.
    record Heartbeat(
            LeaseId leaseId,
            RunnerId runnerId,
            @Nullable Progress progress,
            @Nullable LogCursor logCursor,
            @Nullable Instant ts)
            implements ForLease {

        /// A beat that says nothing but that the runner lives.
        public static Heartbeat bare(LeaseId leaseId, RunnerId runnerId) {
            return new Heartbeat(leaseId, runnerId, null, null, null);
        }
    }

    /// The work ended by itself.
    ///
    /// @param ending how; on the wire `status`, and for what is not a plain error also `ending`
    /// @param retryAfter the delay that the work asks for, if it is to be tried again
    record Complete(
            LeaseId leaseId,
            RunnerId runnerId,
            Ending ending,
            @Nullable Integer exitCode,
            @Nullable Duration retryAfter,
            Evidence evidence)
            implements ForLease {
        /// What a FAILED completion may say it was.
        static final Set<Ending> FAILURES =
                EnumSet.of(Ending.ERROR, Ending.RETRY, Ending.TIMED_OUT, Ending.FATAL);

        public Complete {
            if (ending != Ending.SUCCEEDED && !FAILURES.contains(ending)) {
                throw new IllegalArgumentException(
                        "ending: expected SUCCEEDED or one of %s, got %s"
                                .formatted(FAILURES, ending));
            }
        }

        public FinalStatus status() {
            return ending == Ending.SUCCEEDED ? FinalStatus.SUCCEEDED : FinalStatus.FAILED;
        }

        public Report toReport() {
            return ReportDocument.report(ending, exitCode, retryAfter, evidence);
        }
    }

    /// The work was stopped because a cancel was requested.
    record CancelAck(LeaseId leaseId, RunnerId runnerId, @Nullable Instant ts, Evidence evidence)
            implements ForLease {

        public Report toReport() {
            return ReportDocument.report(Ending.CANCELED, null, null, evidence);
        }
    }

    /// The runner gives the job back, unfinished.
    record ReleaseLease(LeaseId leaseId, RunnerId runnerId, @Nullable String reason)
            implements ForLease {}

    /// The runner wants work. On the lease stream it *adds* to the number of jobs wanted: one more for each slot that
    /// became free, so that grants and requests may cross without the runner being given more than it has slots.
    ///
    /// @param capabilities on the stream those of [Attach] count, narrowed by what this request is [Capabilities#only] for
    /// @param maxWait how long to wait if there is no work, where the transport can wait
    /// @param ackOnGrant whether what is granted counts as acknowledged, in the same transaction: the work begins when the
    /// grant arrives
    /// @param instance which process of the runner asks, on `POST /v1/runner/lease`; null if it does not say. On the stream that
    /// of [Attach] counts
    record LeaseRequest(
            RunnerId runnerId,
            Capabilities capabilities,
            int maxJobs,
            @Nullable Duration maxWait,
            boolean ackOnGrant,
            @Nullable InstanceId instance)
            implements RunnerMessage {
        public LeaseRequest(
                RunnerId runnerId,
                Capabilities capabilities,
                int maxJobs,
                @Nullable Duration maxWait,
                boolean ackOnGrant) {
            this(runnerId, capabilities, maxJobs, maxWait, ackOnGrant, null);
        }

        public LeaseRequest(
                RunnerId runnerId,
                Capabilities capabilities,
                int maxJobs,
                @Nullable Duration maxWait) {
            this(runnerId, capabilities, maxJobs, maxWait, false, null);
        }
    }

    /// The runner wants no more of what it asked for on this stream. What was granted meanwhile still comes, before the
    /// [OrchestratorMessage.Withdrawn] that answers this.
    ///
    /// @param only what the requests were narrowed to, if they were; the others stay
    record Withdraw(RunnerId runnerId, @Nullable String only) implements RunnerMessage {}

    /// The first message on a lease stream: who is there.
    ///
    /// @param leases every lease that the runner holds, after a reconnect; null if it does not say
    /// @param capacity how many jobs it executes at once, for people to see; null if it does not say
    /// @param instance which process of the runner this is, chosen at random when it started; null if it does not say
    record Attach(
            RunnerId runnerId,
            Capabilities capabilities,
            @Nullable List<LeaseId> leases,
            @Nullable Integer capacity,
            @Nullable InstanceId instance)
            implements RunnerMessage {
        public Attach {
            leases = leases == null ? null : List.copyOf(leases);
        }

        public Attach(
                RunnerId runnerId, Capabilities capabilities, @Nullable List<LeaseId> leases) {
            this(runnerId, capabilities, leases, null, null);
        }

        public Attach(
                RunnerId runnerId,
                Capabilities capabilities,
                @Nullable List<LeaseId> leases,
                @Nullable Integer capacity) {
            this(runnerId, capabilities, leases, capacity, null);
        }
    }
}
