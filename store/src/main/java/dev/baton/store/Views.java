package dev.baton.store;

import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseRef;
import dev.baton.core.RunId;
import dev.baton.core.Status;
import dev.baton.protocol.submit.JobExtras;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What can be asked about jobs without changing them. Reads what is committed.
public interface Views {
    Optional<JobView> job(JobId job);

    /// The jobs that fit, newest first.
    ///
    /// @param before only jobs with a smaller id, if given: where the page before ended
    List<JobView> jobs(JobFilter filter, @Nullable JobId before, int limit);

    Optional<RunView> run(RunId run);

    List<RunView> runs(@Nullable RunId before, int limit);

    /// How far these jobs are. A job that does not exist is left out.
    List<Extent> extents(Collection<JobId> jobs);

    /// The audit trail after a line, oldest first.
    List<AuditLine> audit(JobId job, int afterSeq, int limit);

    /// What became of each lease of a job, oldest first, the live one included.
    List<AttemptView> attempts(JobId job);

    /// How many jobs are before this one where it waits: in its queue, or at its gate. Counted up to a limit.
    ///
    /// @return nothing if the job does not wait, or for something that is not a queue
    OptionalInt ahead(JobId job, int limit);

    /// How many jobs stand where, for the metrics.
    Map<String, Long> depths();

    /// The job that a lease is the live one of, if it is.
    Optional<LiveLease> liveLease(JobId job, LeaseRef lease, String credential);

    /// The live leases of a runner.
    List<LiveLease> leasesOf(LeaseHolder holder);

    /// A lease that was valid when it was read.
    ///
    /// @param cancel what its runner has to be told, if a cancel was requested
    record LiveLease(JobId job, int epoch, LeaseHolder holder, @Nullable CancelOrder cancel) {}

    /// A runner has to stop. All times are of the store's clock: that of an orchestrator may be another.
    ///
    /// @param left how long the runner has, from `at` on
    record CancelOrder(String reason, Duration left, Instant at) {
        public static CancelOrder of(String reason, Instant cancelBy, Instant now) {
            var left = Duration.between(now, cancelBy);
            return new CancelOrder(reason, left.isNegative() ? Duration.ZERO : left, now);
        }
    }

    /// Which jobs to list. A null does not restrict.
    record JobFilter(
            @Nullable RunId run,
            @Nullable Status status,
            @Nullable String name,
            @Nullable String runner) {
        public static final JobFilter ALL = new JobFilter(null, null, null, null);
    }

    /// A job as readers see it.
    ///
    /// @param waits what a queued job waits for: needs, time, gate, runner
    /// @param outcome why it ended, if it did
    record JobView(
            JobId id,
            RunId run,
            String name,
            String kind,
            Status status,
            @Nullable String waits,
            int attempt,
            int epoch,
            int priority,
            String requirement,
            @Nullable String gate,
            List<JobId> needs,
            @Nullable JobId retryOf,
            Times times,
            @Nullable String runner,
            @Nullable OutcomeView outcome,
            @Nullable String progress,
            String plan,
            String spec,
            JobExtras extras) {
        /// Without the spec: it may hold secrets.
        @Override
        public String toString() {
            return "JobView[id=%s, name=%s, status=%s]".formatted(id, name, status);
        }
    }

    /// When a job was submitted, may start, started and ended.
    record Times(
            Instant created,
            @Nullable Instant notBefore,
            @Nullable Instant started,
            @Nullable Instant finished) {}

    /// How a job ended.
    ///
    /// @param report what the last runner reported, as JSON
    record OutcomeView(String cause, String why, @Nullable String report) {}

    /// One lease of a job and what came of it.
    ///
    /// @param attempt 0 if an older version kept none
    /// @param granted only kept of leases that are live or did not end their job
    /// @param ending how it ended, if it did
    /// @param report what its runner reported, as JSON
    record AttemptView(
            int attempt,
            int epoch,
            String runner,
            @Nullable Instant granted,
            @Nullable Instant started,
            @Nullable Instant ended,
            @Nullable Ending ending,
            @Nullable String report,
            @Nullable String why) {}

    /// A run and what became of its jobs.
    record RunView(
            RunId id,
            String name,
            Map<String, String> labels,
            String by,
            Instant created,
            Map<Status, Integer> jobs) {}

    /// How far a job is.
    ///
    /// @param lines how many lines its audit trail has
    record Extent(JobId job, int lines, boolean finished) {}

    /// One line of an audit trail.
    ///
    /// @param hash the chain up to this line, in hex
    /// @param evidence what the line vouches for, in hex: a digest of the rows that it is about; null if it vouches for nothing
    record AuditLine(
            int seq,
            Instant at,
            String kind,
            int attempt,
            int epoch,
            String actor,
            String why,
            String hash,
            @Nullable String evidence) {}
}
