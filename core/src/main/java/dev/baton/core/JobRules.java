package dev.baton.core;

import dev.baton.core.Command.Acknowledge;
import dev.baton.core.Command.Admit;
import dev.baton.core.Command.Beat;
import dev.baton.core.Command.Cancel;
import dev.baton.core.Command.Claim;
import dev.baton.core.Command.Complete;
import dev.baton.core.Command.ConfirmCancel;
import dev.baton.core.Command.Discard;
import dev.baton.core.Command.Disown;
import dev.baton.core.Command.LeaseMessage;
import dev.baton.core.Command.NeedFailed;
import dev.baton.core.Command.NeedMet;
import dev.baton.core.Command.Release;
import dev.baton.core.Command.Retract;
import dev.baton.core.Command.Sweep;
import dev.baton.core.Decision.Accept;
import dev.baton.core.Decision.Refuse;
import dev.baton.core.Decision.Repeat;
import dev.baton.core.JobState.Blocked;
import dev.baton.core.JobState.Canceling;
import dev.baton.core.JobState.Delayed;
import dev.baton.core.JobState.Finished;
import dev.baton.core.JobState.Gated;
import dev.baton.core.JobState.Held;
import dev.baton.core.JobState.Leased;
import dev.baton.core.JobState.Queued;
import dev.baton.core.JobState.Ready;
import dev.baton.core.JobState.Running;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The rules of jobs, attempts and leases: the one place that says what may happen to a job.
///
/// Pure: no I/O, no clock, no chance. `now` is the store's clock; the caller saves what is accepted, all of it
/// or nothing. What becomes of an attempt once it ended is [AttemptRules], and what becomes of a deadline once it passed
/// [SweepRules].
public final class JobRules {
    private static final Answer DONE = new Answer.Done();
    private static final String NEVER_ARRIVED = "the lease never reached its runner";

    private final LeaseTerms terms;
    private final AttemptRules attempts;
    private final SweepRules sweeping;

    public JobRules(LeaseTerms terms) {
        this(terms, Counting.RUNNERS);
    }

    public JobRules(LeaseTerms terms, Counting counting) {
        this.terms = terms;
        this.attempts = new AttemptRules(counting);
        this.sweeping = new SweepRules(terms, attempts);
    }

    private record Step(JobState state, Command command) {}

    private record Heard(Held state, LeaseMessage message) {}

    /// A new job, waiting for whatever it has to wait for.
    ///
    /// @param needs how many jobs have to succeed first
    public Accept submit(JobId id, JobPlan plan, int needs, String by, Instant now) {
        JobState state = needs > 0 ? new Blocked(1, needs) : AttemptRules.queued(plan, 1, now);
        var job = new Job(id, plan, now, state, 0, Tally.ZERO, List.of());
        return accept(job, event(Event.Kind.SUBMITTED, job, by, waitsFor(state)), DONE);
    }

    /// What becomes of a job when a command arrives: one row for each pair of state and command.
    public Decision decide(Job job, Command command, Instant now) {
        return switch (new Step(job.state(), command)) {
            case Step(Blocked blocked, NeedMet met) -> needMet(job, blocked, met, now);
            case Step(Blocked _, NeedFailed failed) -> needFailed(job, failed, now);
            case Step(Queued _, Sweep _) when job.isTooLate(now) -> SweepRules.endInQueue(job, now);
            case Step(Delayed delayed, Sweep _) -> SweepRules.wake(job, delayed, now);
            case Step(Queued _, Sweep _) -> new Refuse(Refusal.NOTHING_DUE);
            case Step(Gated gated, Admit admit) -> admit(job, gated, admit);
            case Step(Ready ready, Claim claim) -> grant(job, ready, claim, now);
            case Step(Queued _, Discard discard) -> discard(job, discard, now);
            case Step(Held held, LeaseMessage message) -> hear(job, held, message, now);
            case Step(Held held, Disown disown) -> disown(job, held, disown, now);
            case Step(Held held, Retract retract) -> retract(job, held, retract, now);
            case Step(Held held, Sweep _) -> sweeping.held(job, held, now);
            case Step(Queued _, Cancel cancel) -> cancelQueued(job, cancel, now);
            case Step(Leased leased, Cancel cancel) -> cancelHeld(job, leased, null, cancel, now);
            case Step(Running running, Cancel cancel) ->
                    cancelHeld(job, running, running.startedAt(), cancel, now);
            // Asked twice: the first deadline stands.
            case Step(Canceling _, Cancel _) -> new Repeat(DONE);
            case Step(Finished _, Cancel _) -> new Refuse(Refusal.ALREADY_FINISHED);

            case Step(Queued _, LeaseMessage message) -> EndedLeases.answer(job, message);
            case Step(Finished _, LeaseMessage message) -> EndedLeases.answer(job, message);

            case Step(Delayed _, NeedMet _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Gated _, NeedMet _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Ready _, NeedMet _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Held _, NeedMet _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Finished _, NeedMet _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Delayed _, NeedFailed _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Gated _, NeedFailed _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Ready _, NeedFailed _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Held _, NeedFailed _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Finished _, NeedFailed _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Blocked _, Admit _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Delayed _, Admit _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Ready _, Admit _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Held _, Admit _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Finished _, Admit _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Blocked _, Claim _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Delayed _, Claim _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Gated _, Claim _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Held _, Claim _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Finished _, Claim _) -> new Refuse(Refusal.ALREADY_FINISHED);
            // Its runner knows what to do.
            case Step(Held _, Discard _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Finished _, Discard _) -> new Refuse(Refusal.ALREADY_FINISHED);
            case Step(Queued _, Disown _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Finished _, Disown _) -> new Refuse(Refusal.ALREADY_FINISHED);
            case Step(Queued _, Retract _) -> new Refuse(Refusal.NOT_WAITING);
            case Step(Finished _, Retract _) -> new Refuse(Refusal.ALREADY_FINISHED);
            case Step(Finished _, Sweep _) -> new Refuse(Refusal.NOTHING_DUE);
        };
    }

    private Decision needMet(Job job, Blocked blocked, NeedMet met, Instant now) {
        if (blocked.needs() > 1) {
            var next = job.with(new Blocked(blocked.attempt(), blocked.needs() - 1));
            return new Accept(next, List.of(), DONE);
        }
        var next = job.with(AttemptRules.queued(job.plan(), blocked.attempt(), now));
        return accept(
                next,
                event(Event.Kind.UNBLOCKED, next, Event.ORCHESTRATOR, met.need() + " succeeded"),
                DONE);
    }

    private Decision needFailed(Job job, NeedFailed failed, Instant now) {
        var why = failed.need() + ", which it needs, ended as " + failed.status();
        var outcome = new Outcome(FinalStatus.CANCELED, Cause.NEED_FAILED, why, null);
        return finishQueued(job, outcome, Event.ORCHESTRATOR, now);
    }

    private Decision admit(Job job, Gated gated, Admit admit) {
        var next = job.with(new Ready(gated.attempt()));
        var limit = admit.limit() > 0 ? ", which lets " + admit.limit() + " through" : "";
        var why = "room at gate " + job.plan().gate() + limit;
        return accept(next, event(Event.Kind.ADMITTED, next, Event.ORCHESTRATOR, why), DONE);
    }

    private Decision grant(Job job, Ready ready, Claim claim, Instant now) {
        if (job.isTooLate(now)) {
            return new Refuse(Refusal.NOT_WAITING);
        }
        var lease =
                new Lease(
                        job.epoch() + 1,
                        claim.digest(),
                        claim.holder(),
                        claim.instance(),
                        now,
                        job.plan().byDeadline(now.plus(terms.ttl())));
        var next =
                job.with(lease, new Leased(ready.attempt(), lease, now.plus(terms.ackTimeout())));
        return accept(
                next,
                event(Event.Kind.GRANTED, next, Event.runner(claim.holder().runner()), ""),
                new Answer.Granted(lease, left(now, lease.expiresAt())));
    }

    /// A message about a job that someone holds: only the live lease is listened to.
    private Decision hear(Job job, Held held, LeaseMessage message, Instant now) {
        if (!held.lease().isNamedBy(message.lease(), message.by())) {
            return EndedLeases.answer(job, message);
        }
        if (!now.isBefore(held.lease().expiresAt())) {
            return new Refuse(Refusal.LEASE_EXPIRED);
        }
        return switch (new Heard(held, message)) {
            case Heard(Leased leased, Acknowledge _) -> acknowledge(job, leased, now);
            // Nothing is renewed: the runner may count on no more than what is left.
            case Heard(Running s, Acknowledge _) ->
                    new Repeat(new Answer.Acknowledged(left(now, s.lease().expiresAt())));
            case Heard(Canceling s, Acknowledge _) ->
                    new Repeat(
                            new Answer.Acknowledged(
                                    left(now, s.lease().expiresAt()), left(now, s.cancelBy())));
            case Heard(Held _, Beat _) -> renew(job, held, now);
            case Heard(Leased _, Complete complete) -> complete(job, held, complete.report(), now);
            case Heard(Running _, Complete complete) -> complete(job, held, complete.report(), now);
            case Heard(Canceling canceling, Complete complete) ->
                    completeCanceled(job, canceling, complete.report(), now);
            case Heard(Leased _, ConfirmCancel _) -> new Refuse(Refusal.CANCEL_NOT_REQUESTED);
            case Heard(Running _, ConfirmCancel _) -> new Refuse(Refusal.CANCEL_NOT_REQUESTED);
            case Heard(Canceling canceling, ConfirmCancel confirm) ->
                    confirmCancel(job, canceling, confirm.report(), now);
            case Heard(Leased _, Release release) -> release(job, held, release, now);
            case Heard(Running _, Release release) -> release(job, held, release, now);
            case Heard(Canceling canceling, Release release) ->
                    confirmCancel(job, canceling, released(release), now);
        };
    }

    private Decision acknowledge(Job job, Leased leased, Instant now) {
        var limit = now.plus(job.plan().maxRuntime()).plus(terms.runtimeGrace());
        var endBy = job.plan().byDeadline(limit);
        var lease = leased.lease().renewed(noLaterThan(endBy, now.plus(terms.ttl())));
        var next = job.with(new Running(leased.attempt(), lease, now, endBy));
        return accept(
                next,
                event(Event.Kind.ACKNOWLEDGED, next, Event.runner(lease.holder().runner()), ""),
                new Answer.Acknowledged(left(now, lease.expiresAt())));
    }

    private Decision renew(Job job, Held held, Instant now) {
        var lease = held.lease().renewed(renewedUntil(job, held, now.plus(terms.ttl())));
        var next =
                switch (held) {
                    case Leased s -> job.with(new Leased(s.attempt(), lease, s.ackBy()));
                    case Running s ->
                            job.with(new Running(s.attempt(), lease, s.startedAt(), s.endBy()));
                    case Canceling s ->
                            job.with(
                                    new Canceling(
                                            s.attempt(),
                                            lease,
                                            s.cancelBy(),
                                            s.reason(),
                                            s.startedAt()));
                };
        var cancelLeft = held instanceof Canceling s ? left(now, s.cancelBy()) : null;
        // A lease that is not acknowledged by its deadline is taken back, whatever was heard of its
        // runner.
        var until =
                held instanceof Leased s
                        ? noLaterThan(s.ackBy(), lease.expiresAt())
                        : lease.expiresAt();
        return new Accept(next, List.of(), new Answer.Renewed(left(now, until), cancelLeft));
    }

    private static Instant renewedUntil(Job job, Held held, Instant wanted) {
        return switch (held) {
            case Leased _ -> job.plan().byDeadline(wanted);
            case Running running -> noLaterThan(running.endBy(), wanted);
            case Canceling _ -> wanted;
        };
    }

    /// A lease is over when the time limit is: a runner that cannot be reached then has stopped before the job is given to
    /// another.
    private static Instant noLaterThan(Instant limit, Instant wanted) {
        return wanted.isAfter(limit) ? limit : wanted;
    }

    private Decision complete(Job job, Held held, Report report, Instant now) {
        var ended = held.lease().ended(LeaseEnd.COMPLETED, now);
        return attempts.end(
                job, new AttemptRules.End(report.ending(), ended, report, report.summary()), now);
    }

    /// Complete against cancel: the cancel was first. The report is kept as evidence.
    private Decision completeCanceled(Job job, Canceling state, Report report, Instant now) {
        var ended = state.lease().ended(LeaseEnd.COMPLETED, now);
        var why = "canceled: " + state.reason() + "; the runner reported " + report.ending();
        var outcome = new Outcome(FinalStatus.CANCELED, Cause.CANCEL_CONFIRMED, why, report);
        return AttemptRules.confirmCancel(
                job, outcome, ended, new Answer.Completed(FinalStatus.CANCELED), now);
    }

    private Decision confirmCancel(Job job, Canceling state, Report report, Instant now) {
        var ended = state.lease().ended(LeaseEnd.CANCELED, now);
        var why = "canceled: " + state.reason();
        var outcome = new Outcome(FinalStatus.CANCELED, Cause.CANCEL_CONFIRMED, why, report);
        return AttemptRules.confirmCancel(job, outcome, ended, new Answer.CancelConfirmed(), now);
    }

    private Decision release(Job job, Held held, Release release, Instant now) {
        var ended = held.lease().ended(LeaseEnd.RELEASED, now);
        return attempts.end(
                job, new AttemptRules.End(Ending.RELEASED, ended, null, release.reason()), now);
    }

    private static Report released(Release release) {
        return new Report(Ending.RELEASED, null, release.reason(), null, "{}");
    }

    private Decision disown(Job job, Held held, Disown disown, Instant now) {
        if (held.lease().epoch() != disown.epoch()
                || !held.lease().isHeldBy(disown.by(), disown.instance())) {
            return new Refuse(Refusal.UNKNOWN_LEASE);
        }
        var ended = held.lease().ended(LeaseEnd.REVOKED, now);
        var why = "its runner came back and did not know the lease";
        return switch (held) {
            case Leased _ ->
                    attempts.end(
                            job,
                            new AttemptRules.End(Ending.UNACKNOWLEDGED, ended, null, why),
                            now);
            case Running _ ->
                    attempts.end(job, new AttemptRules.End(Ending.LOST, ended, null, why), now);
            case Canceling s -> AttemptRules.forceCancel(job, s, ended, why, now);
        };
    }

    /// The lease never reached its runner: the job waits again as if it had not been granted, and nothing is counted.
    private Decision retract(Job job, Held held, Retract retract, Instant now) {
        if (!held.lease().isNamedBy(retract.lease(), retract.by())) {
            return new Refuse(Refusal.UNKNOWN_LEASE);
        }
        return switch (held) {
            // Its runner has spoken for it since.
            case Running s when s.startedAt().isAfter(s.lease().grantedAt()) ->
                    new Refuse(Refusal.NOT_WAITING);
            case Leased _, Running _ -> {
                var next = job.with(AttemptRules.startable(job.plan(), held.attempt()));
                var why = "UNDELIVERED: " + NEVER_ARRIVED;
                yield accept(next, event(Event.Kind.REQUEUED, next, Event.ORCHESTRATOR, why), DONE);
            }
            case Canceling s ->
                    AttemptRules.forceCancel(
                            job, s, s.lease().ended(LeaseEnd.REVOKED, now), NEVER_ARRIVED, now);
        };
    }

    private Decision cancelQueued(Job job, Cancel cancel, Instant now) {
        var why = "canceled: " + cancel.reason();
        var outcome = new Outcome(FinalStatus.CANCELED, Cause.CANCELED_IN_QUEUE, why, null);
        return finishQueued(job, outcome, cancel.by(), now);
    }

    private Decision discard(Job job, Discard discard, Instant now) {
        var outcome = new Outcome(FinalStatus.FAILED, Cause.UNREADABLE, discard.why(), null);
        return finishQueued(job, outcome, Event.ORCHESTRATOR, now);
    }

    private Decision cancelHeld(
            Job job, Held held, @Nullable Instant startedAt, Cancel cancel, Instant now) {
        var next =
                job.with(
                        new Canceling(
                                held.attempt(),
                                held.lease(),
                                now.plus(terms.cancelDeadline()),
                                cancel.reason(),
                                startedAt));
        return accept(
                next, event(Event.Kind.CANCEL_REQUESTED, next, cancel.by(), cancel.reason()), DONE);
    }

    static Decision finishQueued(Job job, Outcome outcome, String actor, Instant now) {
        var next = job.with(new Finished(job.state().attempt(), outcome, now, null));
        var why = outcome.status() + ": " + outcome.why();
        return accept(next, event(Event.Kind.FINISHED, next, actor, why), DONE);
    }

    static String waitsFor(JobState state) {
        return switch (state) {
            case Blocked blocked -> "waits for " + blocked.needs() + " other jobs";
            case Delayed delayed -> "waits until " + delayed.until();
            case Gated _ -> "waits at its gate";
            case Ready _, Held _, Finished _ -> "";
        };
    }

    private static Duration left(Instant now, Instant deadline) {
        var left = Duration.between(now, deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }

    static Event event(Event.Kind kind, Job job, String actor, String why) {
        return new Event(kind, job.state().attempt(), job.epoch(), actor, why);
    }

    static Accept accept(Job next, Event event, Answer answer) {
        return new Accept(next, List.of(event), answer);
    }
}
