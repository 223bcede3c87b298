package dev.baton.simulation;

import dev.baton.core.Answer;
import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Ending;
import dev.baton.core.InstanceId;
import dev.baton.core.Job;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.JobState;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseRef;
import dev.baton.core.LeaseTerms;
import dev.baton.core.Refusal;
import dev.baton.core.RunnerId;
import dev.baton.executor.pool.ExecutorConfig;
import dev.baton.protocol.Evidence;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.ReleaseLease;
import dev.baton.protocol.submit.JobExtras;
import dev.baton.runner.spec.CallSpec;
import dev.baton.store.CommitFate;
import dev.baton.store.Engine;
import dev.baton.store.NewRun;
import dev.baton.store.Rules;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

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
            "a call that failed is a dead letter",
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
                        var instance = (InstanceId) arguments[1];
                        var named = (List<Engine.HeldLease>) arguments[2];
                        real.disown(holder, instance, real.heldBesides(holder, instance, named));
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
    },
    CALLS_ARE_NOT_FENCED("two never work on one job at once") {
        @Override
        public boolean fencesCalls() {
            return false;
        }
    },
    /// What it found in the runner: see dev.baton.runner.lease.Fence.
    A_CALL_WHOSE_LEASE_IS_LOST_IS_NOT_FENCED("two never work on one job at once") {
        @Override
        public boolean fencesLostCalls() {
            return false;
        }
    },
    A_CALL_IS_SENT_WHATEVER_BECAME_OF_ITS_LEASE("no call begins after its lease") {
        @Override
        public boolean looksBeforeCalls() {
            return false;
        }
    },
    A_RUNNER_DOES_NOT_SEE_A_DEADLINE("no call begins after its deadline") {
        @Override
        public CallSpec seen(CallSpec spec) {
            return new CallSpec(
                    spec.name(), spec.args(), spec.kwargs(), spec.queue(), spec.trace(), null);
        }
    },
    A_POOL_COUNTS_ONE_SLOT_TOO_MANY("no process has more calls than slots") {
        @Override
        public ExecutorConfig set(ExecutorConfig config) {
            return new ExecutorConfig(
                    config.cmd(),
                    config.cwd(),
                    config.env(),
                    config.poolSize(),
                    config.maxInFlight() + 1,
                    config.transport(),
                    config.times(),
                    config.restarts());
        }
    },
    WHAT_WAS_NEVER_SENT_IS_TIMED_OUT("nothing is said of a call that was never sent") {
        @Override
        public ForLease said(ForLease last) {
            return last instanceof ReleaseLease given
                    ? ended(given.leaseId(), given.runnerId(), Ending.TIMED_OUT)
                    : last;
        }
    },
    AN_EXECUTOR_THAT_IS_LOST_HAS_SUCCEEDED("a call ends as its handler and the policy say") {
        @Override
        public ForLease said(ForLease last) {
            return last instanceof Complete done && done.ending() == Ending.ERROR
                    ? ended(done.leaseId(), done.runnerId(), Ending.SUCCEEDED)
                    : last;
        }
    },
    WHAT_IS_FATAL_IS_TRIED_AGAIN("a call ends as its handler and the policy say") {
        @Override
        public ForLease said(ForLease last) {
            return last instanceof Complete done && done.ending() == Ending.FATAL
                    ? ended(done.leaseId(), done.runnerId(), Ending.RETRY)
                    : last;
        }
    },
    A_UNIQUE_KEY_IS_FORGOTTEN("no two live jobs have one unique key") {
        @Override
        public NewRun asked(NewRun run) {
            return with(run, extras -> new JobExtras(extras.function(), null, extras.resultTtl()));
        }
    },
    A_CALL_THAT_FAILED_IS_NO_DEAD_LETTER("a call that failed is a dead letter") {
        @Override
        public NewRun asked(NewRun run) {
            return with(run, extras -> new JobExtras(null, extras.uniqueKey(), extras.resultTtl()));
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

    static Complete ended(LeaseId lease, RunnerId runner, Ending ending) {
        return new Complete(lease, runner, ending, null, null, Evidence.NONE);
    }

    static NewRun with(NewRun run, UnaryOperator<JobExtras> change) {
        var jobs =
                run.jobs().stream()
                        .map(
                                job ->
                                        new NewRun.NewJob(
                                                job.name(),
                                                job.kind(),
                                                job.plan(),
                                                job.gateLimit(),
                                                job.needs(),
                                                job.spec(),
                                                job.retryOf(),
                                                change.apply(job.extras())))
                        .toList();
        return new NewRun(
                run.key(),
                run.fingerprint(),
                run.owner(),
                run.by(),
                run.name(),
                run.labels(),
                jobs);
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
