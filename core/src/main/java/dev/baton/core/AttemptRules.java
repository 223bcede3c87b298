package dev.baton.core;

import dev.baton.core.Decision.Accept;
import dev.baton.core.JobState.Canceling;
import dev.baton.core.JobState.Delayed;
import dev.baton.core.JobState.Finished;
import dev.baton.core.JobState.Gated;
import dev.baton.core.JobState.Held;
import dev.baton.core.JobState.Ready;
import dev.baton.core.JobState.Running;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What becomes of a job when an attempt at it is over: another try, or the end.
final class AttemptRules {
    /// How many of its newest leases a quarantined job names.
    private static final int MOST_EVIDENCE = 20;

    /// How many past leases a job remembers before those are left out that say nothing new: a runner that ended a lease the
    /// same way before, without using up an attempt.
    static final int MAX_REPEATS_REMEMBERED = 100;

    private final Counting counting;

    AttemptRules(Counting counting) {
        this.counting = counting;
    }

    /// How an attempt ended.
    record End(Ending ending, PastLease lease, @Nullable Report report, String why) {}

    /// Where a job waits that nothing but time or its gate can hold back.
    static JobState queued(JobPlan plan, int attempt, Instant now) {
        var notBefore = plan.notBefore();
        return notBefore != null && now.isBefore(notBefore)
                ? new Delayed(attempt, notBefore)
                : startable(plan, attempt);
    }

    static JobState startable(JobPlan plan, int attempt) {
        return plan.gate() != null ? new Gated(attempt) : new Ready(attempt);
    }

    Decision end(Job job, End end, Instant now) {
        return switch (end.ending()) {
            case SUCCEEDED -> report(job, end, FinalStatus.SUCCEEDED, Cause.REPORTED, now);
            case FATAL -> report(job, end, FinalStatus.FAILED, Cause.REPORTED, now);
            // Nobody asked for a cancel: a runner that stopped the work on its own failed it.
            case CANCELED -> report(job, end, FinalStatus.FAILED, Cause.REPORTED, now);
            case ERROR, RETRY, TIMED_OUT -> endedByWork(job, end, now);
            case LOST -> lost(job, end, now);
            case RELEASED -> released(job, end, now);
            case UNACKNOWLEDGED -> unacknowledged(job, end, now);
        };
    }

    /// The work had its say: another attempt if the policy has one left for such an ending.
    private static Decision endedByWork(Job job, End end, Instant now) {
        var policy = job.plan().retry();
        int attempt = job.state().attempt();
        if (policy.retried().contains(end.ending()) && attempt < policy.maxAttempts()) {
            var delay = delay(job, end);
            var next =
                    delay.isZero()
                            ? startable(job.plan(), attempt + 1)
                            : new Delayed(attempt + 1, now.plus(delay));
            return requeue(job, end, job.tally(), next);
        }
        var cause =
                end.report() == null
                        ? Cause.TIMED_OUT
                        : policy.retried().contains(end.ending())
                                ? Cause.ATTEMPTS_EXHAUSTED
                                : Cause.REPORTED;
        return report(job, end, FinalStatus.FAILED, cause, now);
    }

    private static Duration delay(Job job, End end) {
        var policy = job.plan().retry();
        var asked = end.report() == null ? null : end.report().retryAfter();
        if (end.ending() == Ending.RETRY && asked != null) {
            var most = policy.retryAfterMost();
            return asked.isNegative() ? Duration.ZERO : asked.compareTo(most) > 0 ? most : asked;
        }
        return policy.backoff().delay(job.state().attempt(), job.id().value());
    }

    private Decision lost(Job job, End end, Instant now) {
        var policy = job.plan().retry();
        int attempt = job.state().attempt();
        int tolerated = policy.retried().contains(Ending.LOST) ? policy.tolerance().losses() : 0;
        var tally = isCounted(job, end, tolerated) ? job.tally().plusLoss() : job.tally();
        if (tally.losses() > tolerated) {
            return quarantine(job.counted(tally), end, tolerated, now);
        }
        if (attempt >= policy.maxAttempts()) {
            return report(
                    job.counted(tally), end, FinalStatus.FAILED, Cause.ATTEMPTS_EXHAUSTED, now);
        }
        return requeue(job, end, tally, startable(job.plan(), attempt + 1));
    }

    private Decision released(Job job, End end, Instant now) {
        var policy = job.plan().retry();
        int tolerated =
                policy.retried().contains(Ending.RELEASED) ? policy.tolerance().releases() : 0;
        var tally = isCounted(job, end, tolerated) ? job.tally().plusRelease() : job.tally();
        if (tally.releases() <= tolerated) {
            return requeue(job, end, tally, startable(job.plan(), job.state().attempt()));
        }
        return quarantine(job.counted(tally), end, tolerated, now);
    }

    private Decision unacknowledged(Job job, End end, Instant now) {
        int tolerated = job.plan().retry().tolerance().unacknowledged();
        var tally = isCounted(job, end, tolerated) ? job.tally().plusUnacknowledged() : job.tally();
        if (tally.unacknowledged() <= tolerated) {
            return requeue(job, end, tally, startable(job.plan(), job.state().attempt()));
        }
        return quarantine(job.counted(tally), end, tolerated, now);
    }

    /// Whether this is a runner that has not let the job down like this before. A job that tolerates nothing asks no further.
    private boolean isCounted(Job job, End end, int tolerated) {
        return tolerated == 0 || counting == Counting.LEASES || !job.isRepeated(end.lease());
    }

    private static Decision requeue(Job job, End end, Tally tally, JobState state) {
        boolean forgotten =
                job.past().size() >= MAX_REPEATS_REMEMBERED
                        && state.attempt() == job.state().attempt()
                        && job.isRepeated(end.lease());
        var next = forgotten ? job.requeued(state, tally) : job.requeued(state, tally, end.lease());
        var waits = state instanceof Delayed delayed ? "; waits until " + delayed.until() : "";
        var requeued =
                new Event(
                        Event.Kind.REQUEUED,
                        state.attempt(),
                        job.epoch(),
                        actor(end.lease()),
                        why(end) + waits);
        return new Accept(
                next, List.of(requeued), answer(end, null), forgotten ? null : attempt(job, end));
    }

    private static @Nullable EndedAttempt attempt(Job job, End end) {
        return job.state() instanceof Held held
                ? new EndedAttempt(
                        held.attempt(),
                        held.lease().epoch(),
                        held.lease().grantedAt(),
                        held instanceof Running running ? running.startedAt() : null,
                        end.ending(),
                        end.report(),
                        end.why())
                : null;
    }

    /// The job did nothing wrong that anyone saw, but it keeps losing runners, and not always the same one: it ends, with the
    /// evidence.
    private static Decision quarantine(Job job, End end, int tolerated, Instant now) {
        var why =
                Stream.concat(job.past().stream(), Stream.of(end.lease()))
                        .skip(Math.max(0, job.past().size() + 1 - MOST_EVIDENCE))
                        .map(AttemptRules::evidence)
                        .collect(Collectors.joining("; ", end.why() + "; leases: ", ""));
        var cause = tolerated == 0 ? Cause.RUNNER_LOST : Cause.QUARANTINED;
        return report(
                job,
                new End(end.ending(), end.lease(), end.report(), why),
                FinalStatus.FAILED,
                cause,
                now);
    }

    private static String evidence(PastLease lease) {
        return "epoch %d %s by %s at %s"
                .formatted(lease.epoch(), lease.end(), lease.holder().runner(), lease.at());
    }

    private static Decision report(Job job, End end, FinalStatus status, Cause cause, Instant now) {
        var outcome = new Outcome(status, cause, end.why(), end.report());
        return finish(job, outcome, end.lease(), actor(end.lease()), answer(end, status), now);
    }

    static Decision forceCancel(
            Job job, Canceling state, PastLease lease, String because, Instant now) {
        var why = "canceled: " + state.reason() + "; " + because;
        var outcome = new Outcome(FinalStatus.CANCELED, Cause.CANCEL_UNCONFIRMED, why, null);
        return finish(job, outcome, lease, Event.ORCHESTRATOR, new Answer.Done(), now);
    }

    static Decision endByDeadline(Job job, Outcome outcome, PastLease lease, Instant now) {
        return finish(job, outcome, lease, Event.ORCHESTRATOR, new Answer.Done(), now);
    }

    /// A cancel that the runner confirmed, by whatever message.
    static Decision confirmCancel(
            Job job, Outcome outcome, PastLease lease, Answer answer, Instant now) {
        return finish(job, outcome, lease, actor(lease), answer, now);
    }

    private static Decision finish(
            Job job, Outcome outcome, PastLease lease, String actor, Answer answer, Instant now) {
        var next = job.with(new Finished(job.state().attempt(), outcome, now, lease));
        var said = outcome.why().isEmpty() ? "" : ": " + outcome.why();
        var finished =
                new Event(
                        Event.Kind.FINISHED,
                        job.state().attempt(),
                        job.epoch(),
                        actor,
                        outcome.status() + " (" + outcome.cause() + ")" + said);
        return new Accept(next, List.of(finished), answer);
    }

    private static String why(End end) {
        return end.why().isEmpty() ? end.ending().name() : end.ending() + ": " + end.why();
    }

    private static String actor(PastLease lease) {
        return switch (lease.end()) {
            case EXPIRED, REVOKED -> Event.ORCHESTRATOR;
            case COMPLETED, CANCELED, RELEASED -> Event.runner(lease.holder().runner());
        };
    }

    /// What the runner is told whose message ended the attempt.
    private static Answer answer(End end, @Nullable FinalStatus status) {
        return switch (end.lease().end()) {
            case COMPLETED -> new Answer.Completed(status);
            case RELEASED -> new Answer.Released();
            case CANCELED, EXPIRED, REVOKED -> new Answer.Done();
        };
    }
}
