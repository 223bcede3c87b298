package dev.baton.server.api;

import dev.baton.blobs.JobEpoch;
import dev.baton.core.Status;
import dev.baton.server.http.Call;
import dev.baton.store.Views.JobView;

import java.util.Optional;

/// Which epoch's bytes a reader wants: the one in `?epoch=`, or the job's own.
final class EpochChoice {
    private EpochChoice() {}

    /// Nothing if the job has none of its own: nobody has it, and what a lost attempt left is not the job's.
    static Optional<JobEpoch> of(Call call, JobView job) {
        int asked = (int) call.query("epoch", 1, Integer.MAX_VALUE, 0);
        if (asked > 0) {
            return Optional.of(new JobEpoch(job.id().value(), asked));
        }
        return job.status() == Status.QUEUED || job.epoch() == 0
                ? Optional.empty()
                : Optional.of(new JobEpoch(job.id().value(), job.epoch()));
    }

    /// Whether whoever wrote under this epoch can write no more.
    static boolean isOver(JobView job, int epoch) {
        return job.status().isFinal()
                || job.epoch() > epoch
                || (job.epoch() == epoch && job.status() == Status.QUEUED);
    }
}
