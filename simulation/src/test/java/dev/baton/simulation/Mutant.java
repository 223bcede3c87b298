package dev.baton.simulation;

import static dev.baton.simulation.Replaced.ended;
import static dev.baton.simulation.Replaced.rulesOf;
import static dev.baton.simulation.Replaced.with;

import dev.baton.core.Answer;
import dev.baton.core.Command;
import dev.baton.core.Counting;
import dev.baton.core.Decision;
import dev.baton.core.Ending;
import dev.baton.core.InstanceId;
import dev.baton.core.Job;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.JobRules;
import dev.baton.core.JobState;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseRef;
import dev.baton.core.LeaseTerms;
import dev.baton.core.Refusal;
import dev.baton.executor.pool.ExecutorConfig;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.ReleaseLease;
import dev.baton.protocol.submit.JobExtras;
import dev.baton.runner.spec.CallSpec;
import dev.baton.store.CommitFate;
import dev.baton.store.Engine;
import dev.baton.store.NewRun;
import dev.baton.store.Rules;

import java.time.Duration;
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
            "each epoch is one lease at most",
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
    /// A name is enough to end a lease, whichever process it was granted to.
    A_NAMESAKE_TAKES_LEASES_BACK(
            "only the process that has a lease disowns it", "two never work on one job at once") {
        @Override
        @SuppressWarnings("unchecked")
        public Engine engine(Engine real) {
            return with(
                    real,
                    "heldBesides",
                    arguments -> {
                        var named = (List<Engine.HeldLease>) arguments[2];
                        return real.views().leasesOf((LeaseHolder) arguments[0]).stream()
                                .map(lease -> new Engine.HeldLease(lease.job(), lease.epoch()))
                                .filter(lease -> !named.contains(lease))
                                .toList();
                    });
        }

        @Override
        Decision decide(Rules real, Job job, Command command, Instant now) {
            return command instanceof Command.Disown disown
                            && job.state() instanceof JobState.Held held
                    ? real.decide(
                            job,
                            new Command.Disown(
                                    disown.epoch(), disown.by(), held.lease().instance()),
                            now)
                    : real.decide(job, command, now);
        }
    },
    /// A grant that could not be delivered counts as if its runner had given the job back, and every time anew.
    AN_UNDELIVERED_GRANT_IS_HELD_AGAINST_ITS_JOB(
            "what never arrived is held against no job",
            "a job is quarantined for what different runners saw") {
        @Override
        Decision decide(Rules real, Job job, Command command, Instant now) {
            return command instanceof Command.Retract retract
                    ? real.decide(
                            job,
                            new Command.Release(retract.lease(), retract.by(), "it was gone"),
                            now)
                    : real.decide(job, command, now);
        }
    },
    ONE_RUNNER_QUARANTINES_A_JOB("a job is quarantined for what different runners saw") {
        @Override
        public Rules rules(LeaseTerms terms) {
            return rulesOf(new JobRules(terms, Counting.LEASES));
        }
    },
    A_FROZEN_TRANSACTION_KEEPS_ITS_LOCKS("a frozen orchestrator holds nobody up") {
        @Override
        public Duration longestLock() {
            return Duration.ofDays(1);
        }
    },
    NOBODY_LOOKS_FOR_WHAT_A_LOST_NOTICE_SAID("a client that follows a job hears of its end") {
        @Override
        public boolean makesUpForNotices() {
            return false;
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
                    spec.name(),
                    spec.args(),
                    spec.kwargs(),
                    spec.queue(),
                    spec.trace(),
                    null,
                    spec.secrets());
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
}
