package dev.baton.simulation;

import dev.baton.core.Answer;
import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Job;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.JobState;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseRef;
import dev.baton.core.LeaseTerms;
import dev.baton.core.Refusal;
import dev.baton.store.CommitFate;
import dev.baton.store.Engine;
import dev.baton.store.NewRun;
import dev.baton.store.Rules;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;

/// The system, each time with one of its parts broken.
enum Mutant implements Parts {
    /// Somebody is answered, and only then comes the commit, which never does.
    AN_ANSWER_COMES_BEFORE_ITS_COMMIT(
            "a run that was accepted is never lost",
            "a repeated submission is one run",
            "a final state never changes",
            "a runner is told what became of its result",
            "two never work on one job at once",
            "one result is accepted for a job") {
        @Override
        public CommitFate fate(CommitFate planned) {
            return switch (planned) {
                case DIED_BEFORE, CUT_BEFORE, REFUSED -> CommitFate.FORGOTTEN;
                case DONE, CUT_AFTER, DIED_AFTER, FORGOTTEN -> planned;
            };
        }
    },
    /// What an orchestrator remembers of a job is believed, whoever changed it meanwhile.
    A_LOST_RACE_IS_NOT_NOTICED(
            "every job comes to an end",
            "nothing is left behind",
            "a final state never changes",
            "one result is accepted for a job",
            "a runner is told what became of its result",
            "a gate counts the jobs that are through it",
            "nobody waits at a gate with room",
            "a gate lets no more through than its limit",
            "each epoch is one lease",
            "a job waits for what is not over",
            "two never work on one job at once",
            "an audit trail is whole") {
        @Override
        public boolean checksVersions() {
            return false;
        }
    },
    A_REPEATED_SUBMISSION_IS_ANOTHER_RUN("a repeated submission is one run") {
        @Override
        public NewRun asked(NewRun run) {
            return new NewRun(
                    null,
                    run.fingerprint(),
                    run.owner(),
                    run.by(),
                    run.name(),
                    run.labels(),
                    run.jobs());
        }
    },
    NOBODY_SWEEPS("every job comes to an end") {
        @Override
        public Engine engine(Engine real) {
            return with(real, "sweep", _ -> 0);
        }
    },
    /// What seed 83 found: see dev.baton.server.stream.Resumption.
    AN_ATTACH_TAKES_BACK_AT_ONCE("two never work on one job at once") {
        @Override
        @SuppressWarnings("unchecked")
        public Engine engine(Engine real) {
            return with(
                    real,
                    "heldBesides",
                    arguments -> {
                        var holder = (LeaseHolder) arguments[0];
                        var named = (List<Engine.HeldLease>) arguments[1];
                        real.disown(holder, real.heldBesides(holder, named));
                        return List.of();
                    });
        }
    },
    A_RUNNER_DOES_NOT_FENCE_ITSELF("two never work on one job at once") {
        @Override
        public boolean isFenced() {
            return false;
        }
    },
    WORK_STARTS_BEFORE_IT_IS_ACKNOWLEDGED("two never work on one job at once") {
        @Override
        public boolean waitsForAck() {
            return false;
        }
    },
    A_LEASE_OF_EARLIER_MAY_COMPLETE("only the live lease changes a job") {
        @Override
        Decision decide(Rules real, Job job, Command command, Instant now) {
            return command instanceof Command.Complete complete
                            && job.state() instanceof JobState.Held held
                            && complete.lease().epoch() < held.lease().epoch()
                    ? real.decide(
                            job,
                            new Command.Complete(
                                    new LeaseRef(held.lease().epoch(), held.lease().digest()),
                                    held.lease().holder(),
                                    complete.report()),
                            now)
                    : real.decide(job, command, now);
        }
    },
    AN_EXPIRED_LEASE_MAY_BE_USED("only the live lease changes a job") {
        @Override
        Decision decide(Rules real, Job job, Command command, Instant now) {
            return command instanceof Command.LeaseMessage
                            && job.state() instanceof JobState.Held held
                            && !now.isBefore(held.lease().expiresAt())
                    ? real.decide(job, command, held.lease().expiresAt().minusNanos(1_000))
                    : real.decide(job, command, now);
        }
    },
    A_CANCELED_JOB_MAY_SUCCEED("a canceled job never succeeds") {
        @Override
        Decision decide(Rules real, Job job, Command command, Instant now) {
            return command instanceof Command.Complete
                            && job.state() instanceof JobState.Canceling canceling
                    ? real.decide(
                            with(
                                    job,
                                    new JobState.Running(
                                            canceling.attempt(),
                                            canceling.lease(),
                                            now,
                                            canceling.cancelBy())),
                            command,
                            now)
                    : real.decide(job, command, now);
        }
    },
    A_RETRY_PASSES_THE_GATE(
            "a gate lets no more through than its limit",
            "a gate counts the jobs that are through it",
            "nobody waits at a gate with room") {
        @Override
        Decision decide(Rules real, Job job, Command command, Instant now) {
            return real.decide(job, command, now) instanceof Decision.Accept accept
                            && accept.next().state() instanceof JobState.Gated gated
                    ? new Decision.Accept(
                            with(accept.next(), new JobState.Ready(gated.attempt())),
                            accept.events(),
                            accept.answer())
                    : real.decide(job, command, now);
        }
    },
    A_FAILED_NEED_IS_NOT_TOLD("a job waits for what is not over", "every job comes to an end") {
        @Override
        Decision decide(Rules real, Job job, Command command, Instant now) {
            return command instanceof Command.NeedFailed
                    ? new Decision.Refuse(Refusal.NOT_WAITING)
                    : real.decide(job, command, now);
        }
    },
    A_FINISHED_JOB_MAY_BE_TRIED_AGAIN("terminal is terminal") {
        @Override
        Decision decide(Rules real, Job job, Command command, Instant now) {
            return command instanceof Command.Cancel
                            && job.state() instanceof JobState.Finished done
                    ? new Decision.Accept(
                            with(job, new JobState.Ready(done.attempt())),
                            List.of(),
                            new Answer.Done())
                    : real.decide(job, command, now);
        }
    };

    /// What it may show itself as.
    @SuppressWarnings("ImmutableEnumChecker") // a list that cannot change
    final List<String> promises;

    Mutant(String... promises) {
        this.promises = List.of(promises);
    }

    Decision decide(Rules real, Job job, Command command, Instant now) {
        return real.decide(job, command, now);
    }

    @Override
    public Rules rules(LeaseTerms terms) {
        var real = Rules.of(terms);
        return new Rules() {
            @Override
            public Decision.Accept submit(
                    JobId id, JobPlan plan, int needs, String by, Instant now) {
                return real.submit(id, plan, needs, by, now);
            }

            @Override
            public Decision decide(Job job, Command command, Instant now) {
                return Mutant.this.decide(real, job, command, now);
            }
        };
    }

    static Job with(Job job, JobState state) {
        return new Job(
                job.id(), job.plan(), job.created(), state, job.epoch(), job.tally(), job.past());
    }

    /// What is done instead of one method.
    interface Instead {
        Object of(Object[] arguments);
    }

    static Engine with(Engine real, String method, Instead instead) {
        return (Engine)
                Proxy.newProxyInstance(
                        Mutant.class.getClassLoader(),
                        new Class<?>[] {Engine.class},
                        (_, called, arguments) -> {
                            if (called.getName().equals(method)) {
                                return instead.of(arguments);
                            }
                            try {
                                return called.invoke(real, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }
}
