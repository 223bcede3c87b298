package dev.baton.protocol.submit;

import dev.baton.core.Gate;
import dev.baton.core.JobPlan;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// One job of a run, as submitted.
///
/// @param name unique in its run
/// @param needs the names of the jobs that have to succeed first
/// @param plan what the rules need to know; without the delay, which only the store's clock can make a time of
/// @param gate the gate of the plan with the limit asked for, nobody through it yet
/// @param delay how long after the submission the job may start
/// @param specJson the `job_spec` for the runner, as compact JSON; not printed, as it holds what is in `env` and `secret_env`
public record JobSubmission(
        String name,
        List<String> needs,
        JobKind kind,
        JobPlan plan,
        @Nullable Gate gate,
        Duration delay,
        String specJson,
        JobExtras extras) {
    public JobSubmission {
        needs = List.copyOf(needs);
    }

    /// The plan of a job that is submitted at this time, by the store's clock.
    public JobPlan planAt(Instant submitted) {
        return delay.isZero() ? plan : plan.at(submitted.plus(delay), plan.deadline());
    }

    @Override
    public String toString() {
        return "JobSubmission[name=%s, kind=%s, needs=%s]".formatted(name, kind, needs);
    }
}
