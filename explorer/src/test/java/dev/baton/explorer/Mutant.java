package dev.baton.explorer;

import dev.baton.core.Answer;
import dev.baton.core.Cause;
import dev.baton.core.Command;
import dev.baton.core.Counting;
import dev.baton.core.Decision;
import dev.baton.core.Event;
import dev.baton.core.FinalStatus;
import dev.baton.core.Job;
import dev.baton.core.JobRules;
import dev.baton.core.JobState;
import dev.baton.core.LeaseRef;
import dev.baton.core.Outcome;
import dev.baton.core.PastLease;
import dev.baton.core.Refusal;
import dev.baton.core.Tally;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// The rules, each time with one of them broken. Whoever trusts the explorer has to see it find them.
enum Mutant implements Rules {
    A_LEASE_OF_EARLIER_MAY_COMPLETE("a lease that is not live changed something", 4, Scene.ALONE) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return command instanceof Command.Complete complete
                            && job.state() instanceof JobState.Held held
                            && complete.lease().epoch() < held.lease().epoch()
                    ? real(
                            job,
                            new Command.Complete(
                                    new LeaseRef(held.lease().epoch(), held.lease().digest()),
                                    held.lease().holder(),
                                    complete.report()),
                            now)
                    : real(job, command, now);
        }
    },
    AN_EXPIRED_LEASE_MAY_COMPLETE("a lease that is not live changed something", 6, Scene.ALONE) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return real(
                    job,
                    command,
                    command instanceof Command.Complete ? now.minus(Scene.TERMS.ttl()) : now);
        }
    },
    A_CANCELED_JOB_MAY_SUCCEED("a canceled job succeeded", 3, Scene.ALONE) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return command instanceof Command.Complete
                            && job.state() instanceof JobState.Canceling canceling
                    ? real(
                            with(
                                    job,
                                    new JobState.Running(
                                            canceling.attempt(),
                                            canceling.lease(),
                                            now,
                                            canceling.cancelBy())),
                            command,
                            now)
                    : real(job, command, now);
        }
    },
    A_FINISHED_JOB_MAY_BE_CANCELED("a job that was finished changed", 2, Scene.ALONE) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return command instanceof Command.Cancel
                            && job.state() instanceof JobState.Finished done
                            && done.outcome().status() != FinalStatus.CANCELED
                    ? new Decision.Accept(
                            with(
                                    job,
                                    new JobState.Finished(
                                            done.attempt(),
                                            new Outcome(
                                                    FinalStatus.CANCELED,
                                                    Cause.CANCELED_IN_QUEUE,
                                                    "",
                                                    null),
                                            now,
                                            done.lease())),
                            List.of(
                                    new Event(
                                            Event.Kind.FINISHED,
                                            done.attempt(),
                                            1,
                                            "somebody",
                                            "")),
                            DONE)
                    : real(job, command, now);
        }
    },
    THE_EPOCH_STAYS("an epoch did not grow with its lease", 1, Scene.ALONE) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return command instanceof Command.Claim
                            && real(job, command, now) instanceof Decision.Accept accept
                    ? new Decision.Accept(
                            new Job(
                                    job.id(),
                                    job.plan(),
                                    job.created(),
                                    accept.next().state(),
                                    job.epoch(),
                                    job.tally(),
                                    job.past()),
                            accept.events(),
                            accept.answer())
                    : real(job, command, now);
        }
    },
    LOSSES_ARE_NOT_COUNTED("a job was tried more often than it may", 8, Scene.ALONE) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return real(job, command, now) instanceof Decision.Accept accept
                            && accept.next().state() instanceof JobState.Finished done
                            && done.outcome().cause() == Cause.QUARANTINED
                            && done.lease() != null
                    ? new Decision.Accept(
                            new Job(
                                    job.id(),
                                    job.plan(),
                                    job.created(),
                                    new JobState.Ready(done.attempt() + 1),
                                    job.epoch(),
                                    Tally.ZERO,
                                    append(job, done)),
                            List.of(),
                            accept.answer())
                    : real(job, command, now);
        }
    },
    A_CANCEL_HAS_NO_DEADLINE("a job can no longer reach an end", 2, Scene.ALONE) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return command instanceof Command.Sweep && job.state() instanceof JobState.Canceling
                    ? new Decision.Refuse(Refusal.NOTHING_DUE)
                    : real(job, command, now);
        }
    },
    A_REPEATED_MESSAGE_IS_STALE(
            "a message that was accepted got another answer when it was repeated", 2, Scene.ALONE) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return real(job, command, now) instanceof Decision.Repeat
                            && command instanceof Command.Complete
                    ? new Decision.Refuse(Refusal.LEASE_COMPLETED)
                    : real(job, command, now);
        }
    },
    A_RETRY_PASSES_THE_GATE("more jobs than the limit are through the gate", 5, Scene.GATED) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return command instanceof Command.Sweep
                            && real(job, command, now) instanceof Decision.Accept accept
                            && accept.next().state() instanceof JobState.Gated gated
                    ? new Decision.Accept(
                            with(accept.next(), new JobState.Ready(gated.attempt())),
                            accept.events(),
                            accept.answer())
                    : real(job, command, now);
        }
    },
    A_FAILED_NEED_IS_NOT_TOLD("a job waits for one that is finished", 1, Scene.CHAINED) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return command instanceof Command.NeedFailed
                    ? new Decision.Refuse(Refusal.NOT_WAITING)
                    : real(job, command, now);
        }
    },
    A_LEASE_THAT_NEVER_ARRIVED_IS_A_RELEASE(
            "a lease that never arrived was charged to its job", 2, Scene.ALONE) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return command instanceof Command.Retract retract
                    ? real(job, new Command.Release(retract.lease(), retract.by(), ""), now)
                    : real(job, command, now);
        }
    },
    A_NAME_THAT_COMES_BACK_DISOWNS_WHAT_IT_DOES_NOT_KNOW(
            "a process took a lease back that another one holds", 2, Scene.ALONE) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return command instanceof Command.Disown disown
                    ? real(
                            job,
                            new Command.Disown(disown.epoch(), disown.by(), WorldCodec.HOLDING),
                            now)
                    : real(job, command, now);
        }
    },
    EACH_LEASE_COUNTS_AND_NOT_EACH_RUNNER(
            "a job was given up because of one runner", 4, Scene.ALONE) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return COUNTING_LEASES.decide(job, command, now);
        }
    },
    AN_ENDED_LEASE_IS_ACKNOWLEDGED_AGAIN(
            "work was permitted under a lease that is over", 3, Scene.ALONE) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return command instanceof Command.Acknowledge
                            && real(job, command, now)
                                    .equals(new Decision.Refuse(Refusal.LEASE_COMPLETED))
                    ? new Decision.Repeat(new Answer.Acknowledged(Scene.TERMS.ttl(), null))
                    : real(job, command, now);
        }
    },
    A_BEAT_BEFORE_THE_ACK_PROMISES_THE_TTL(
            "a runner was promised more time than it has", 2, Scene.ALONE) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return real(job, command, now)
                            instanceof
                            Decision.Accept(var next, var events, Answer.Renewed(_, var left), _)
                    ? new Decision.Accept(next, events, new Answer.Renewed(Scene.TERMS.ttl(), left))
                    : real(job, command, now);
        }
    },
    ANYONE_MAY_USE_A_LEASE("a lease that is not live changed something", 2, Scene.ALONE) {
        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return command instanceof Command.Complete complete
                            && job.state() instanceof JobState.Held held
                            && held.lease().epoch() == complete.lease().epoch()
                    ? real(
                            job,
                            new Command.Complete(
                                    complete.lease(), held.lease().holder(), complete.report()),
                            now)
                    : real(job, command, now);
        }
    };

    private static final Answer DONE = new Answer.Done();
    private static final JobRules COUNTING_LEASES = new JobRules(Scene.TERMS, Counting.LEASES);

    final String promise;

    /// The fewest moves that show it.
    final int moves;

    @SuppressWarnings("ImmutableEnumChecker") // a record of lists that cannot change
    final Scene scene;

    Mutant(String promise, int moves, Scene scene) {
        this.promise = promise;
        this.moves = moves;
        this.scene = scene;
    }

    static Decision real(Job job, Command command, Instant now) {
        return Explorer.REAL.decide(job, command, now);
    }

    static Job with(Job job, JobState state) {
        return new Job(
                job.id(), job.plan(), job.created(), state, job.epoch(), job.tally(), job.past());
    }

    static List<PastLease> append(Job job, JobState.Finished done) {
        return Stream.concat(job.past().stream(), Stream.of(done.lease())).toList();
    }
}
