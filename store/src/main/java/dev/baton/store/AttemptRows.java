package dev.baton.store;

import dev.baton.core.Cause;
import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.LeaseEnd;
import dev.baton.store.Views.AttemptView;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Reads the attempts at a job for people: those that are over from their leases, the newest from the job itself.
final class AttemptRows {
    private static final String PAST =
            """
            SELECT attempt, epoch, runner, granted_at, started_at, at, ending, lease_end, report, why
            FROM past_lease WHERE job_id = ? ORDER BY epoch
            """;

    private static final String NEWEST =
            """
            SELECT attempt, epoch, runner, granted_at, started_at, finished_at, ending, lease_end, report, reason, cause
            FROM job_state WHERE job_id = ? AND lease_digest IS NOT NULL
            """;

    private AttemptRows() {}

    static List<AttemptView> of(Connection connection, JobId job) throws SQLException {
        var attempts = new ArrayList<AttemptView>();
        try (var past = connection.prepareStatement(PAST);
                var newest = connection.prepareStatement(NEWEST)) {
            past.setLong(1, job.value());
            attempts.addAll(Session.query(past, row -> read(row, false)));
            newest.setLong(1, job.value());
            attempts.addAll(Session.query(newest, row -> read(row, true)));
        }
        return attempts;
    }

    private static AttemptView read(ResultSet row, boolean newest) throws SQLException {
        var started = time(row, 5);
        int end = row.getInt(8);
        var leaseEnd = row.wasNull() ? null : Codes.leaseEnd(end);
        int ending = row.getInt(7);
        var said = row.wasNull() ? null : Codes.ending(ending);
        var cause = newest && leaseEnd != null ? Codes.cause(row.getInt(11)) : null;
        return new AttemptView(
                row.getInt(1),
                row.getInt(2),
                row.getString(3),
                time(row, 4),
                started,
                time(row, 6),
                said != null ? said : ending(leaseEnd, started != null, cause),
                row.getString(9),
                row.getString(10));
    }

    /// How an attempt ended of which nobody wrote it down: those of older versions, and the last of a job that a runner did
    /// not report.
    private static @Nullable Ending ending(
            @Nullable LeaseEnd end, boolean started, @Nullable Cause cause) {
        return switch (end) {
            case null -> null;
            case EXPIRED -> Ending.LOST;
            case RELEASED -> Ending.RELEASED;
            case CANCELED -> Ending.CANCELED;
            case COMPLETED -> null;
            case REVOKED ->
                    !started
                            ? Ending.UNACKNOWLEDGED
                            : cause == Cause.TIMED_OUT || cause == Cause.DEADLINE_PASSED
                                    ? Ending.TIMED_OUT
                                    : Ending.LOST;
        };
    }

    private static @Nullable Instant time(ResultSet row, int column) throws SQLException {
        long micros = row.getLong(column);
        return row.wasNull() ? null : Micros.toInstant(micros);
    }
}
