package dev.baton.simulation;

import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Ending;
import dev.baton.core.Job;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.JobRules;
import dev.baton.core.JobState;
import dev.baton.core.RunnerId;
import dev.baton.protocol.Evidence;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.submit.JobExtras;
import dev.baton.store.Engine;
import dev.baton.store.NewRun;
import dev.baton.store.Rules;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.function.UnaryOperator;

/// Real parts with something replaced.
final class Replaced {
    private Replaced() {}

    static Rules rulesOf(JobRules rules) {
        return new Rules() {
            @Override
            public Decision.Accept submit(
                    JobId id, JobPlan plan, int needs, String by, Instant now) {
                return rules.submit(id, plan, needs, by, now);
            }

            @Override
            public Decision decide(Job job, Command command, Instant now) {
                return rules.decide(job, command, now);
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
                        Replaced.class.getClassLoader(),
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
