package dev.baton.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A job as the rules see it: what was asked for, and how far it got.
///
/// @param created when it was submitted, by the store's clock: with priority and id its place in the queue
/// @param epoch the epoch of the newest lease granted, 0 before the first
/// @param past the leases that ended without ending the job, oldest first; not those that never reached a runner
public record Job(
        JobId id,
        JobPlan plan,
        Instant created,
        JobState state,
        int epoch,
        Tally tally,
        List<PastLease> past) {

    public Job {
        past = List.copyOf(past);
    }

    /// Whether the job takes up a place at its gate: from the moment it may be leased until nobody has it.
    public boolean holdsGate() {
        return switch (state) {
            case JobState.Ready _, JobState.Held _ -> plan.gate() != null;
            case JobState.Blocked _, JobState.Delayed _, JobState.Gated _, JobState.Finished _ ->
                    false;
        };
    }

    /// When the sweep has to look at the job again, if ever.
    public Optional<Instant> deadline() {
        return switch (state) {
            case JobState.Finished _ -> Optional.empty();
            case JobState.Blocked _, JobState.Gated _, JobState.Ready _ ->
                    Optional.ofNullable(plan.deadline());
            case JobState.Delayed delayed -> Optional.of(plan.byDeadline(delayed.until()));
            case JobState.Leased leased ->
                    Optional.of(earlier(leased.ackBy(), leased.lease().expiresAt()));
            case JobState.Running running ->
                    Optional.of(earlier(running.endBy(), running.lease().expiresAt()));
            case JobState.Canceling canceling ->
                    Optional.of(earlier(canceling.cancelBy(), canceling.lease().expiresAt()));
        };
    }

    /// Whether nobody has the job and the time by which it had to be over has come.
    public boolean isTooLate(Instant now) {
        return state instanceof JobState.Queued && plan.isPastDeadline(now);
    }

    public boolean isFinished() {
        return state instanceof JobState.Finished;
    }

    Job with(JobState next) {
        return new Job(id, plan, created, next, epoch, tally, past);
    }

    Job with(Lease granted, JobState next) {
        return new Job(id, plan, created, next, granted.epoch(), tally, past);
    }

    Job requeued(JobState next, Tally counted, PastLease ended) {
        var leases = new ArrayList<>(past);
        leases.add(ended);
        return new Job(id, plan, created, next, epoch, counted, leases);
    }

    Job requeued(JobState next, Tally counted) {
        return new Job(id, plan, created, next, epoch, counted, past);
    }

    /// Whether a lease of the same runner has come to nothing the same way before.
    boolean isRepeated(PastLease ended) {
        for (var before : past) {
            if (before.isLike(ended)) {
                return true;
            }
        }
        return false;
    }

    Job counted(Tally counted) {
        return new Job(id, plan, created, state, epoch, counted, past);
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }
}
