package dev.baton.core;

import dev.baton.core.Decision.Refuse;
import dev.baton.core.JobState.Canceling;
import dev.baton.core.JobState.Delayed;
import dev.baton.core.JobState.Held;
import dev.baton.core.JobState.Leased;
import dev.baton.core.JobState.Running;

import java.time.Instant;

/// What becomes of a job when a deadline has passed: of its wait, of its lease, of its time limit, of itself.
final class SweepRules {
    private final LeaseTerms terms;
    private final AttemptRules attempts;

    SweepRules(LeaseTerms terms, AttemptRules attempts) {
        this.terms = terms;
        this.attempts = attempts;
    }

    static Decision wake(Job job, Delayed delayed, Instant now) {
        if (now.isBefore(delayed.until())) {
            return new Refuse(Refusal.NOTHING_DUE);
        }
        var next = job.with(AttemptRules.startable(job.plan(), delayed.attempt()));
        return JobRules.accept(
                next,
                JobRules.event(
                        Event.Kind.WOKEN,
                        next,
                        Event.ORCHESTRATOR,
                        JobRules.waitsFor(next.state())),
                new Answer.Done());
    }

    /// Of a job that someone holds.
    Decision held(Job job, Held held, Instant now) {
        boolean expired = !now.isBefore(held.lease().expiresAt());
        return switch (held) {
            case Leased s when job.plan().isPastDeadline(now) -> endHeld(job, s, now);
            case Running s when job.plan().isPastDeadline(now) -> endHeld(job, s, now);
            case Leased s when expired || !now.isBefore(s.ackBy()) ->
                    attempts.end(
                            job,
                            new AttemptRules.End(
                                    Ending.UNACKNOWLEDGED,
                                    s.lease().ended(LeaseEnd.REVOKED, now),
                                    null,
                                    "no AckLease within " + terms.ackTimeout().toSeconds() + " s"),
                            now);
            case Running s when expired && s.lease().expiresAt().isBefore(s.endBy()) ->
                    attempts.end(
                            job,
                            new AttemptRules.End(
                                    Ending.LOST,
                                    s.lease().ended(LeaseEnd.EXPIRED, now),
                                    null,
                                    "no heartbeat within " + terms.ttl().toSeconds() + " s"),
                            now);
            case Running s when !now.isBefore(s.endBy()) ->
                    attempts.end(
                            job,
                            new AttemptRules.End(
                                    Ending.TIMED_OUT,
                                    s.lease().ended(LeaseEnd.REVOKED, now),
                                    null,
                                    "ran longer than "
                                            + job.plan().maxRuntime().toSeconds()
                                            + " s and the grace after it"),
                            now);
            case Canceling s when expired ->
                    AttemptRules.forceCancel(
                            job,
                            s,
                            s.lease().ended(LeaseEnd.CANCELED, now),
                            "its runner was not heard of",
                            now);
            case Canceling s when !now.isBefore(s.cancelBy()) ->
                    AttemptRules.forceCancel(
                            job,
                            s,
                            s.lease().ended(LeaseEnd.CANCELED, now),
                            "not confirmed by its deadline",
                            now);
            case Leased _, Running _, Canceling _ -> new Refuse(Refusal.NOTHING_DUE);
        };
    }

    /// Nobody waits for the result any more: there is no other attempt, whatever the retry policy says.
    private static Decision endHeld(Job job, Held held, Instant now) {
        var ended = held.lease().ended(LeaseEnd.REVOKED, now);
        return AttemptRules.endByDeadline(job, tooLate(job), ended, now);
    }

    static Decision endInQueue(Job job, Instant now) {
        return JobRules.finishQueued(job, tooLate(job), Event.ORCHESTRATOR, now);
    }

    private static Outcome tooLate(Job job) {
        var why = "not over by its deadline, " + job.plan().deadline();
        return new Outcome(FinalStatus.FAILED, Cause.DEADLINE_PASSED, why, null);
    }
}
