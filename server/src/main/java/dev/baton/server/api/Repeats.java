package dev.baton.server.api;

import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.Status;
import dev.baton.protocol.PlanJson;
import dev.baton.protocol.ProtocolException;
import dev.baton.protocol.submit.SubmissionReader;
import dev.baton.server.api.Submissions.Order;
import dev.baton.server.http.Problem;
import dev.baton.store.NewRun.NewJob;
import dev.baton.store.Views.JobView;
import dev.baton.store.Views.RunView;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What has to be submitted to do finished work once more. Terminal is terminal: it is new jobs that say whom they
/// repeat.
final class Repeats {
    /// The gate keeps the limit that it has.
    private static final int SAME_LIMIT = 0;

    private Repeats() {}

    static Order ofJob(JobView job, RunView run) {
        if (!job.status().isFinal()) {
            throw Problem.of(409, "NOT_FINISHED", "%s is not over".formatted(job.id()))
                    .asException();
        }
        return new Order(run.name(), run.labels(), List.of(again(job, List.of())));
    }

    /// @param failedOnly leaves out what succeeded; what needed it need not wait for it again
    static Order ofRun(RunView run, List<JobView> jobs, boolean failedOnly) {
        if (jobs.stream().anyMatch(job -> !job.status().isFinal())) {
            throw Problem.of(409, "NOT_FINISHED", "%s is not over".formatted(run.id()))
                    .asException();
        }
        List<JobView> repeated =
                jobs.stream()
                        .filter(job -> !failedOnly || job.status() != Status.SUCCEEDED)
                        .toList();
        if (repeated.isEmpty()) {
            throw Problem.of(409, "NOTHING_TO_REPEAT", "every job of it succeeded").asException();
        }
        Map<JobId, Integer> places = new HashMap<>();
        repeated.forEach(job -> places.put(job.id(), places.size()));
        return new Order(
                run.name(),
                run.labels(),
                repeated.stream().map(job -> again(job, needs(job, places))).toList());
    }

    private static List<Integer> needs(JobView job, Map<JobId, Integer> places) {
        return job.needs().stream().map(places::get).filter(Objects::nonNull).toList();
    }

    private static JobPlan plan(JobView job) {
        try {
            return PlanJson.read(job.plan());
        } catch (ProtocolException _) {
            throw Problem.of(
                            409,
                            "NOTHING_TO_REPEAT",
                            "what was stored of %s cannot be read".formatted(job.id()))
                    .asException();
        }
    }

    private static NewJob again(JobView job, List<Integer> needs) {
        // The times were those of the first time.
        JobPlan now = plan(job).at(null, null);
        return new NewJob(
                job.name(),
                job.kind(),
                now,
                SAME_LIMIT,
                needs,
                SubmissionReader.withoutDeadline(job.spec()),
                job.id(),
                job.extras());
    }
}
