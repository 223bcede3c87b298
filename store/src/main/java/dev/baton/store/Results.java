package dev.baton.store;

import dev.baton.core.FinalStatus;
import dev.baton.core.Job;
import dev.baton.core.JobId;
import dev.baton.core.JobState;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Collection;
import java.util.List;

/// What came of jobs that are over, for those who wait for it; and how results are forgotten.
public interface Results {
    /// How much text the results have that are read together. The first is always read.
    int MAX_CHARACTERS = 8 << 20;

    /// What is known of these jobs now, as far as it is not too much at once. A job that does not exist is left out.
    List<Known> of(Collection<JobId> jobs);

    /// Forgets results whose time is over, up to a bound.
    ///
    /// @return how many
    int forget();

    /// A job that exists.
    ///
    /// @param ended what came of it, if it is over and was read
    /// @param unread whether it is over and was not read: ask for it with fewer others
    record Known(JobId job, @Nullable Ended ended, boolean unread) {}

    /// What came of a job.
    ///
    /// @param report what its last runner reported, as JSON
    /// @param forgotten whether there may have been a result that is not kept any more
    record Ended(
            JobId job,
            FinalStatus status,
            int attempt,
            Instant at,
            String cause,
            String why,
            @Nullable String report,
            boolean forgotten) {

        Ended with(@Nullable String otherReport) {
            return new Ended(job, status, attempt, at, cause, why, otherReport, forgotten);
        }

        /// What came of a job that a commit has just ended.
        public static Ended of(Job job, JobState.Finished done) {
            var outcome = done.outcome();
            var report = outcome.report();
            return new Ended(
                    job.id(),
                    outcome.status(),
                    done.attempt(),
                    done.at(),
                    outcome.cause().name(),
                    outcome.why(),
                    report == null ? null : report.document(),
                    false);
        }
    }
}
