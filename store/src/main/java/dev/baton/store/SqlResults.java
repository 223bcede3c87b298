package dev.baton.store;

import dev.baton.core.FinalStatus;
import dev.baton.core.JobId;
import dev.baton.protocol.StoredReport;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/// Results in the rows of their jobs. A job that is over is changed by nobody else, so it needs no lane to forget one.
final class SqlResults implements Results {
    private static final int MOST_FORGOTTEN = 500;

    private final Database database;
    private final String known;

    SqlResults(Database database) {
        this.database = database;
        known =
                """
                SELECT job_id, standing, attempt, finished_at, cause, reason, report, result_until
                FROM job_state WHERE job_id %s
                """
                        .formatted(database.dialect().amongIds());
    }

    /// A row whose result is to be forgotten.
    private record Stale(long job, @Nullable String report) {}

    @Override
    public List<Known> of(Collection<JobId> jobs) {
        try (var connection = database.connectForRead();
                var query = connection.prepareStatement(known)) {
            database.dialect()
                    .bindIds(query, 1, jobs.stream().mapToLong(JobId::value).sorted().toArray());
            return Session.query(query, SqlResults::known);
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot read results", e);
        }
    }

    private static Known known(ResultSet row) throws SQLException {
        var job = new JobId(row.getLong(1));
        return switch (Codes.standing(row.getInt(2))) {
            case BLOCKED, DELAYED, GATED, READY, LEASED, RUNNING, CANCELING -> new Known(job, null);
            case SUCCEEDED -> new Known(job, ended(row, job, FinalStatus.SUCCEEDED));
            case FAILED -> new Known(job, ended(row, job, FinalStatus.FAILED));
            case CANCELED -> new Known(job, ended(row, job, FinalStatus.CANCELED));
        };
    }

    private static Ended ended(ResultSet row, JobId job, FinalStatus status) throws SQLException {
        boolean forgotten = row.getLong(8) == 0 && !row.wasNull();
        return new Ended(
                job,
                status,
                row.getInt(3),
                Micros.toInstant(row.getLong(4)),
                Codes.cause(row.getInt(5)).name(),
                row.getString(6),
                row.getString(7),
                forgotten);
    }

    @Override
    public int forget() {
        try (var connection = database.connectForChange()) {
            var stale = stale(connection);
            if (!stale.isEmpty()) {
                connection.setAutoCommit(false);
                forget(connection, stale);
                connection.commit();
            }
            return stale.size();
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot forget results", e);
        }
    }

    private List<Stale> stale(Connection connection) throws SQLException {
        try (var query =
                connection.prepareStatement(
                        """
                        SELECT job_id, report FROM job_state
                        WHERE standing >= 7 AND result_until > 0 AND result_until <= ? ORDER BY result_until LIMIT ?
                        """)) {
            query.setLong(1, Micros.of(database.readNow(connection)));
            query.setInt(2, MOST_FORGOTTEN);
            return Session.query(query, row -> new Stale(row.getLong(1), row.getString(2)));
        }
    }

    private static void forget(Connection connection, List<Stale> stale) throws SQLException {
        try (var update =
                connection.prepareStatement(
                        """
                        UPDATE job_state SET report = ?, report_digest = ?, result_until = 0
                        WHERE job_id = ? AND standing >= 7
                        """)) {
            for (var row : stale) {
                update.setString(
                        1,
                        row.report() == null
                                ? null
                                : StoredReport.read(row.report()).withoutResult());
                update.setBytes(
                        2, row.report() == null ? null : LineEvidence.digestOf(row.report()));
                update.setLong(3, row.job());
                update.addBatch();
            }
            update.executeBatch();
        }
    }
}
