package dev.baton.store;

import dev.baton.core.Ending;
import dev.baton.core.InstanceId;
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
import java.util.SequencedMap;

/// What can be asked about jobs without changing them. Reads what is committed.
public interface Views {
    Optional<JobView> job(JobId job);

    /// The jobs that fit, newest first, as lists show them: without plan, spec, progress and the report of their end. What a page
    /// costs is bounded, so it may have fewer jobs than were asked for, or none, and still be followed by another.
    ///
    /// @param before only jobs with a smaller id, if given: where the page before ended
    JobPage jobs(JobFilter filter, @Nullable JobId before, int limit);

    /// The jobs of a run, oldest first, with all that is known of them.
    List<JobView> jobsOf(RunId run);

    /// How far the jobs of a run got, oldest first.
    SequencedMap<JobId, Status> statusesOf(RunId run);

    /// How many characters [#job] and [#attempts] would read for some jobs, apart from what is small.
    long charactersOf(Collection<JobId> jobs);

    /// What jobs are called. A job that does not exist is left out.
    Map<JobId, String> names(Collection<JobId> jobs);

    /// What a job asks its runner to do.
    Optional<String> spec(JobId job);

    /// Who submitted the run of a job, as [RunView#by] says it.
    Optional<String> submitterOf(JobId job);

    Optional<RunView> run(RunId run);

    /// Runs, newest first. A page may have fewer runs than were asked for, and still be followed by another.
    RunPage runs(@Nullable RunId before, int limit);

    /// The pages of the journal with lines after what was read of each job, oldest first.
    List<TrailPage> trailPages(Map<JobId, Integer> readOf);

    /// What these pages say of these jobs after what was read of each, in their order.
    List<JobLine> trailLines(List<TrailPage> pages, Map<JobId, Integer> readOf);

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
    /// @param instance the process that it was granted to, if that said which one it is
    /// @param cancel what its runner has to be told, if a cancel was requested
    record LiveLease(
            JobId job,
            int epoch,
            LeaseHolder holder,
            @Nullable InstanceId instance,
            @Nullable CancelOrder cancel) {}

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
    /// @param gateLimit how many its gate lets through at a time, now; null if it has no gate, and in lists
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
            JobExtras extras,
            @Nullable Integer gateLimit) {
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

    /// A part of a list of jobs.
    ///
    /// @param next where the next page begins, or nothing if this is the last
    record JobPage(List<JobView> jobs, @Nullable JobId next) {}

    /// A part of the list of runs.
    ///
    /// @param next where the next page begins, or nothing if this is the last
    record RunPage(List<RunView> runs, @Nullable RunId next) {}

    /// Where lines of audit trails are.
    ///
    /// @param bytes how large it is
    record TrailPage(long number, Instant at, int bytes) {}

    /// A line of the trail of a job.
    record JobLine(JobId job, AuditLine line) {}

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
