package dev.baton.core;

import org.jspecify.annotations.Nullable;

/// What can be asked of a job.
public sealed interface Command {
    /// What a runner says for a lease it was given.
    sealed interface LeaseMessage extends Command {
        LeaseRef lease();

        LeaseHolder by();
    }

    /// The runner has the lease and starts to work.
    record Acknowledge(LeaseRef lease, LeaseHolder by) implements LeaseMessage {}

    /// The runner lives.
    record Beat(LeaseRef lease, LeaseHolder by) implements LeaseMessage {}

    /// The work ended.
    record Complete(LeaseRef lease, LeaseHolder by, Report report) implements LeaseMessage {}

    /// The work was stopped because a cancel was requested.
    record ConfirmCancel(LeaseRef lease, LeaseHolder by, Report report) implements LeaseMessage {}

    /// The runner gives the job back, unfinished.
    record Release(LeaseRef lease, LeaseHolder by, String reason) implements LeaseMessage {}

    /// The process that a lease was granted to, asked what it has, did not name it: the lease never arrived. Another process
    /// of the same name cannot say so.
    record Disown(int epoch, LeaseHolder by, @Nullable InstanceId instance) implements Command {}

    /// The orchestrator could not hand a lease over: its runner was gone, or did not read.
    record Retract(LeaseRef lease, LeaseHolder by) implements Command {}

    /// A runner may have the job.
    ///
    /// @param instance which process of it asks, if it says so
    record Claim(LeaseHolder holder, @Nullable InstanceId instance, LeaseDigest digest)
            implements Command {
        public Claim(LeaseHolder holder, LeaseDigest digest) {
            this(holder, null, digest);
        }
    }

    /// A job that this one needs succeeded.
    record NeedMet(JobId need) implements Command {}

    /// A job that this one needs failed or was canceled.
    record NeedFailed(JobId need, FinalStatus status) implements Command {}

    /// What a job is told when one that it needs has ended.
    static Command ofNeed(JobId need, FinalStatus status) {
        return status == FinalStatus.SUCCEEDED ? new NeedMet(need) : new NeedFailed(need, status);
    }

    /// There is room at the gate.
    ///
    /// @param limit how many it lets through at once, or 0 where that is not said
    record Admit(int limit) implements Command {
        public Admit() {
            this(0);
        }
    }

    /// What is to be done cannot be read from the store: no runner could be told.
    record Discard(String why) implements Command {}

    /// Someone wants the job ended.
    record Cancel(String by, String reason) implements Command {}

    /// A deadline passed.
    record Sweep() implements Command {}
}
