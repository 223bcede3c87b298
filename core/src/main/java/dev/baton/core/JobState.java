package dev.baton.core;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// Where a job is in its life. Only [JobRules] makes a new one.
public sealed interface JobState {
    /// The try that is next or under way, counted from 1.
    int attempt();

    /// Nobody has the job. To users all four of these are QUEUED.
    sealed interface Queued extends JobState {}

    /// Some jobs that this one needs have not finished.
    record Blocked(int attempt, int needs) implements Queued {}

    /// The job may not start before a time: a delay that was asked for, or a retry that waits.
    record Delayed(int attempt, Instant until) implements Queued {}

    /// The job waits behind a full gate.
    record Gated(int attempt) implements Queued {}

    /// A runner may have it.
    record Ready(int attempt) implements Queued {}

    /// A runner has the job, and the right to finish it.
    sealed interface Held extends JobState {
        Lease lease();
    }

    /// Granted, not yet acknowledged.
    record Leased(int attempt, Lease lease, Instant ackBy) implements Held {}

    /// Acknowledged.
    ///
    /// @param endBy the time limit with its grace: no heartbeat extends the lease beyond it, and the sweep ends the attempt then
    record Running(int attempt, Lease lease, Instant startedAt, Instant endBy) implements Held {}

    /// Cancel was requested and the runner has until [#cancelBy] to confirm that the work stopped.
    record Canceling(
            int attempt, Lease lease, Instant cancelBy, String reason, @Nullable Instant startedAt)
            implements Held {}

    /// Over. Terminal is terminal.
    ///
    /// @param lease the lease that was live at the end, if one was: its repeated messages get the same answer
    record Finished(int attempt, Outcome outcome, Instant at, @Nullable PastLease lease)
            implements JobState {}
}
