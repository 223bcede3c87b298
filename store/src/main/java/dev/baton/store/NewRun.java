package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.protocol.submit.JobExtras;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/// A run to be submitted: all of its jobs are created, or none. A large one is written in parts, see [RunParts].
///
/// @param key the idempotency key, unique among the submitter's runs: the same key gives the same run again
/// @param fingerprint tells a repeated request from another one that reuses its key
/// @param by who submits, as the audit trail names them
/// @param owner the credential that the key belongs to
public record NewRun(
        String key,
        String fingerprint,
        String owner,
        String by,
        String name,
        Map<String, String> labels,
        List<NewJob> jobs) {

    /// A job of a new run.
    ///
    /// @param gateLimit the limit of the plan's gate: the newest submission's holds, and 0 leaves it as it is
    /// @param needs the places in [NewRun#jobs] of the jobs that have to succeed first
    /// @param spec the job_spec that a runner is given, as JSON
    /// @param retryOf the finished job that this one repeats, if it does
    public record NewJob(
            String name,
            String kind,
            JobPlan plan,
            int gateLimit,
            List<Integer> needs,
            String spec,
            @Nullable JobId retryOf,
            JobExtras extras) {
        /// A job without extras.
        public NewJob(
                String name,
                String kind,
                JobPlan plan,
                int gateLimit,
                List<Integer> needs,
                String spec,
                @Nullable JobId retryOf) {
            this(name, kind, plan, gateLimit, needs, spec, retryOf, JobExtras.NONE);
        }

        /// Without the spec: it may hold secrets.
        @Override
        public String toString() {
            return "NewJob[name=%s, kind=%s, needs=%s]".formatted(name, kind, needs);
        }
    }
}
