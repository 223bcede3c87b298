package dev.baton.store;

import dev.baton.core.FinalStatus;
import dev.baton.core.InstanceId;
import dev.baton.core.Job;
import dev.baton.core.JobId;
import dev.baton.core.JobState;
import dev.baton.core.Lease;
import dev.baton.core.LeaseDigest;
import dev.baton.core.LeaseHolder;
import dev.baton.core.Outcome;
import dev.baton.core.PastLease;
import dev.baton.core.Report;
import dev.baton.core.RunnerId;
import dev.baton.core.Tally;

import org.jspecify.annotations.Nullable;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// A row of `job_state` as it was read.
record JobRow(
        JobId id,
        JobState state,
        int epoch,
        Tally tally,
        AuditTrail trail,
        @Nullable String progress,
        @Nullable Instant startedAt) {

    /// The columns, in the order in which [#read] takes them.
    static final String COLUMNS =
            """
            s.job_id, s.standing, s.attempt, s.epoch, s.needs, s.phase_by, s.lease_digest, s.runner, s.credential,
            s.granted_at, s.expires_at, s.lease_end, s.started_at, s.reason, s.finished_at, s.cause, s.ending,
            s.exit_code, s.report, s.losses, s.unacknowledged, s.releases, s.audit_seq, s.audit_head, s.audit_pages, s.progress,
            s.instance
            """;

    static final int COLUMN_COUNT = 27;

    /// A job as it is after its transaction.
    static JobRow of(Entry entry) {
        var job = entry.job();
        return new JobRow(
                job.id(),
                job.state(),
                job.epoch(),
                job.tally(),
                entry.trail().copy(),
                entry.progress(),
                entry.lastStart());
    }

    static JobRow read(ResultSet row) throws SQLException {
        return new JobRow(
                new JobId(row.getLong(1)),
                state(row),
                row.getInt(4),
                new Tally(row.getInt(20), row.getInt(21), row.getInt(22)),
                new AuditTrail(row.getInt(23), row.getBytes(24), row.getBytes(25)),
                row.getString(26),
                time(row, 13));
    }

    /// What the last line of a job vouches for.
    ///
    /// @param forgettable whether it has a result that is forgotten one day
    /// @param forgotten the digest of the report as it was, if its result was forgotten
    static byte[] endEvidence(ResultSet row, boolean forgettable, byte @Nullable [] forgotten)
            throws SQLException {
        String report = row.getString(19);
        byte[] kept = report == null ? null : LineEvidence.ofReport(report, forgettable);
        return LineEvidence.ofEnd(
                number(row, 17),
                number(row, 18),
                number(row, 10),
                number(row, 13),
                forgotten == null ? kept : forgotten);
    }

    private static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    /// Whether a lease of the job ended without ending the job.
    boolean wasRequeued() {
        return epoch > 0
                && (state instanceof JobState.Queued
                        || (state instanceof JobState.Finished done && done.lease() == null));
    }

    Entry locked(FixedJob fixed, List<PastLease> past) {
        return Entry.locked(fixed, job(fixed, past), this);
    }

    /// Only jobs at their first lease are remembered, so there are no past ones.
    Entry remembered(FixedJob fixed) {
        return Entry.remembered(fixed, job(fixed, List.of()), this);
    }

    private Job job(FixedJob fixed, List<PastLease> past) {
        return new Job(id, fixed.plan(), fixed.created(), state, epoch, tally, past);
    }

    private static JobState state(ResultSet row) throws SQLException {
        int attempt = row.getInt(3);
        var standing = Codes.standing(row.getInt(2));
        return switch (standing) {
            case BLOCKED -> new JobState.Blocked(attempt, row.getInt(5));
            case DELAYED -> new JobState.Delayed(attempt, sureTime(row, 6));
            case GATED -> new JobState.Gated(attempt);
            case READY -> new JobState.Ready(attempt);
            case LEASED -> new JobState.Leased(attempt, lease(row), sureTime(row, 6));
            case RUNNING ->
                    new JobState.Running(attempt, lease(row), sureTime(row, 13), sureTime(row, 6));
            case CANCELING ->
                    new JobState.Canceling(
                            attempt,
                            lease(row),
                            sureTime(row, 6),
                            row.getString(14),
                            time(row, 13));
            case SUCCEEDED -> finished(row, attempt, FinalStatus.SUCCEEDED);
            case FAILED -> finished(row, attempt, FinalStatus.FAILED);
            case CANCELED -> finished(row, attempt, FinalStatus.CANCELED);
        };
    }

    private static JobState finished(ResultSet row, int attempt, FinalStatus status)
            throws SQLException {
        var outcome =
                new Outcome(status, Codes.cause(row.getInt(16)), row.getString(14), report(row));
        return new JobState.Finished(attempt, outcome, sureTime(row, 15), endedLease(row));
    }

    private static Lease lease(ResultSet row) throws SQLException {
        return new Lease(
                row.getInt(4),
                LeaseDigest.of(row.getBytes(7)),
                holder(row),
                instance(row),
                sureTime(row, 10),
                sureTime(row, 11));
    }

    private static @Nullable PastLease endedLease(ResultSet row) throws SQLException {
        var digest = row.getBytes(7);
        if (digest == null) {
            return null;
        }
        return new PastLease(
                row.getInt(4),
                LeaseDigest.of(digest),
                holder(row),
                Codes.leaseEnd(row.getInt(12)),
                sureTime(row, 15));
    }

    private static @Nullable Report report(ResultSet row) throws SQLException {
        int ending = row.getInt(17);
        if (row.wasNull()) {
            return null;
        }
        int exitCode = row.getInt(18);
        Integer exit = row.wasNull() ? null : Integer.valueOf(exitCode);
        return new Report(Codes.ending(ending), exit, row.getString(14), null, row.getString(19));
    }

    private static LeaseHolder holder(ResultSet row) throws SQLException {
        return new LeaseHolder(new RunnerId(row.getString(8)), row.getString(9));
    }

    private static @Nullable InstanceId instance(ResultSet row) throws SQLException {
        var instance = row.getString(27);
        return instance == null ? null : new InstanceId(instance);
    }

    private static Instant sureTime(ResultSet row, int column) throws SQLException {
        return Micros.toInstant(row.getLong(column));
    }

    private static @Nullable Instant time(ResultSet row, int column) throws SQLException {
        long micros = row.getLong(column);
        return row.wasNull() ? null : Micros.toInstant(micros);
    }
}
