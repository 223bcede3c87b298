package dev.baton.store;

import static dev.baton.store.Column.ofBytes;
import static dev.baton.store.Column.ofInt;
import static dev.baton.store.Column.ofLong;
import static dev.baton.store.Column.ofText;

import dev.baton.core.FinalStatus;
import dev.baton.core.Job;
import dev.baton.core.JobState;
import dev.baton.core.JobState.Blocked;
import dev.baton.core.JobState.Canceling;
import dev.baton.core.JobState.Delayed;
import dev.baton.core.JobState.Finished;
import dev.baton.core.JobState.Held;
import dev.baton.core.JobState.Leased;
import dev.baton.core.JobState.Running;
import dev.baton.core.LeaseDigest;
import dev.baton.core.LeaseHolder;
import dev.baton.core.Report;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// How the state of a job is laid out in its row. [JobRow] reads it back.
final class JobStateTable {
    private JobStateTable() {}

    private static final Column<Entry> KEY = ofLong("job_id", e -> e.fixed.id().value());

    /// Written once: the job's place in its queue.
    private static final List<Column<Entry>> PLACE =
            List.of(
                    ofInt("requirement", e -> e.fixed.requirement()),
                    ofInt("rank", e -> -e.fixed.plan().priority()),
                    ofLong("created", e -> Micros.of(e.fixed.created())),
                    ofText(
                            "gate",
                            e ->
                                    e.fixed.plan().gate() == null
                                            ? null
                                            : e.fixed.plan().gate().value()));

    private static final List<Column<Entry>> STATE =
            List.of(
                    ofInt("standing", e -> Codes.of(Standing.of(e.job().state()))),
                    ofInt("attempt", e -> e.job().state().attempt()),
                    ofInt("epoch", e -> e.job().epoch()),
                    ofInt("needs", e -> e.job().state() instanceof Blocked s ? s.needs() : 0),
                    ofLong("deadline", e -> deadline(e.job())),
                    ofLong("phase_by", e -> Micros.ofNullable(phaseBy(e.job().state()))),
                    ofBytes("lease_digest", e -> bytes(digest(e.job().state()))),
                    ofText("runner", e -> runner(holder(e.job().state()))),
                    ofText("credential", e -> credential(holder(e.job().state()))),
                    ofText("instance", e -> instance(e.job().state())),
                    ofLong("granted_at", e -> grantedAt(e)),
                    ofLong("expires_at", e -> expiresAt(e.job().state())),
                    ofInt("lease_end", e -> leaseEnd(e.job().state())),
                    ofLong("started_at", e -> startedAt(e)),
                    ofText("reason", e -> reason(e.job().state())),
                    ofLong(
                            "finished_at",
                            e -> e.job().state() instanceof Finished s ? Micros.of(s.at()) : null),
                    ofInt(
                            "cause",
                            e ->
                                    e.job().state() instanceof Finished s
                                            ? Codes.of(s.outcome().cause())
                                            : null),
                    ofInt("ending", e -> reported(e, report -> Codes.of(report.ending()))),
                    ofInt("exit_code", e -> reported(e, Report::exitCode)),
                    ofText("report", e -> reported(e, Report::document)),
                    ofInt("losses", e -> e.job().tally().losses()),
                    ofInt("unacknowledged", e -> e.job().tally().unacknowledged()),
                    ofInt("releases", e -> e.job().tally().releases()),
                    ofInt("audit_seq", e -> e.trail().seq()),
                    ofBytes("audit_head", e -> e.trail().head()),
                    ofBytes("audit_pages", e -> e.trail().pages()),
                    ofText("progress", Entry::progress),
                    ofLong("result_until", e -> resultUntil(e)));

    /// Of those, what only a job has that is finished.
    private static final Set<String> END =
            Set.of(
                    "lease_end",
                    "finished_at",
                    "cause",
                    "ending",
                    "exit_code",
                    "report",
                    "result_until");

    /// And what only a job has that is held, or was when it ended.
    private static final Set<String> LEASE =
            Set.of(
                    "lease_digest",
                    "runner",
                    "credential",
                    "instance",
                    "granted_at",
                    "expires_at",
                    "started_at",
                    "reason",
                    "progress");

    /// And what is the same for as long as an attempt goes on.
    private static final Set<String> SAME_ATTEMPT =
            Set.of("attempt", "needs", "losses", "unacknowledged", "releases");

    private static final Column<Entry> VERSION = ofInt("audit_seq", Entry::version);

    /// Every column.
    static final List<Column<Entry>> ALL =
            Stream.of(List.of(KEY), PLACE, STATE).flatMap(List::stream).toList();

    /// What changes when a job was decided about.
    static Table<Entry> changes(String table) {
        var columns = Stream.concat(Stream.of(KEY), STATE.stream()).toList();
        return new Table<>(table, columns).checking(VERSION);
    }

    /// What changes when a job that was queued or held is held: it has no end yet.
    static Table<Entry> held(String table) {
        return new Table<>(table, without(changes(table).columns(), END)).checking(VERSION);
    }

    /// What changes when a job that was ready is given to a runner.
    static Table<Entry> granted(String table) {
        var columns = without(held(table).columns(), SAME_ATTEMPT);
        return new Table<>(table, without(columns, Set.of("reason", "progress"))).checking(VERSION);
    }

    /// What changes when a job ends with its lease.
    static Table<Entry> ended(String table) {
        var columns = without(changes(table).columns(), SAME_ATTEMPT);
        var lease = Set.of("epoch", "lease_digest", "runner", "credential", "instance");
        return new Table<>(table, without(columns, lease)).checking(VERSION);
    }

    /// What there is to be written of a new job that is queued: nobody has worked on it.
    static Table<Entry> queued(String table) {
        return new Table<>(table, without(without(ALL, END), LEASE));
    }

    private static List<Column<Entry>> without(List<Column<Entry>> columns, Set<String> names) {
        return columns.stream().filter(column -> !names.contains(column.name())).toList();
    }

    /// What changes when a lease is renewed: all that a heartbeat writes.
    static Table<Entry> renewals(String table) {
        var named = Set.of("deadline", "expires_at", "progress");
        var changed = STATE.stream().filter(column -> named.contains(column.name()));
        return new Table<>(table, Stream.concat(Stream.of(KEY), changed).toList())
                .checking(VERSION);
    }

    /// Only the key and the version: what it takes to remove a row that nobody else changed.
    static Table<Entry> removals(String table) {
        return new Table<>(table, List.of(KEY)).checking(VERSION);
    }

    private static @Nullable Long deadline(Job job) {
        return job.deadline().map(Micros::of).orElse(null);
    }

    private static @Nullable Instant phaseBy(JobState state) {
        return switch (state) {
            case Delayed s -> s.until();
            case Leased s -> s.ackBy();
            case Running s -> s.endBy();
            case Canceling s -> s.cancelBy();
            case Blocked _, JobState.Gated _, JobState.Ready _, Finished _ -> null;
        };
    }

    private static @Nullable LeaseDigest digest(JobState state) {
        return switch (state) {
            case Held s -> s.lease().digest();
            case Finished s -> s.lease() == null ? null : s.lease().digest();
            case JobState.Queued _ -> null;
        };
    }

    private static @Nullable LeaseHolder holder(JobState state) {
        return switch (state) {
            case Held s -> s.lease().holder();
            case Finished s -> s.lease() == null ? null : s.lease().holder();
            case JobState.Queued _ -> null;
        };
    }

    private static @Nullable String instance(JobState state) {
        return state instanceof Held s && s.lease().instance() != null
                ? s.lease().instance().value()
                : null;
    }

    private static @Nullable Integer leaseEnd(JobState state) {
        return state instanceof Finished s && s.lease() != null ? Codes.of(s.lease().end()) : null;
    }

    private static @Nullable Long expiresAt(JobState state) {
        return state instanceof Held s ? Micros.of(s.lease().expiresAt()) : null;
    }

    static @Nullable Long grantedAt(Entry entry) {
        return switch (entry.job().state()) {
            case Held s -> Micros.of(s.lease().grantedAt());
            case Finished s when s.lease() != null -> Micros.ofNullable(entry.lastGrant());
            case Finished _, JobState.Queued _ -> null;
        };
    }

    static @Nullable Long startedAt(Entry entry) {
        return switch (entry.job().state()) {
            case Running s -> Micros.of(s.startedAt());
            case Canceling s -> Micros.ofNullable(s.startedAt());
            case Finished _ -> Micros.ofNullable(entry.lastStart());
            case JobState.Queued _, Leased _ -> null;
        };
    }

    /// When the result is to be forgotten, if there may be one and it is.
    private static @Nullable Long resultUntil(Entry entry) {
        var ttl = entry.fixed.extras().resultTtl();
        return ttl != null
                        && entry.job().state() instanceof Finished s
                        && s.outcome().status() == FinalStatus.SUCCEEDED
                ? Micros.of(s.at().plus(ttl))
                : null;
    }

    /// Why it is being canceled, or why it ended.
    private static @Nullable String reason(JobState state) {
        return switch (state) {
            case Canceling s -> s.reason();
            case Finished s -> s.outcome().why();
            case JobState.Queued _, Leased _, Running _ -> null;
        };
    }

    private static @Nullable Object reported(Entry entry, Function<Report, @Nullable Object> part) {
        var report = entry.job().state() instanceof Finished s ? s.outcome().report() : null;
        return report == null ? null : part.apply(report);
    }

    private static byte @Nullable [] bytes(@Nullable LeaseDigest digest) {
        return digest == null ? null : digest.toBytes();
    }

    private static @Nullable String runner(@Nullable LeaseHolder holder) {
        return holder == null ? null : holder.runner().value();
    }

    private static @Nullable String credential(@Nullable LeaseHolder holder) {
        return holder == null ? null : holder.credential();
    }
}
