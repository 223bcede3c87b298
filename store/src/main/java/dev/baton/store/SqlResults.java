package dev.baton.store;

import dev.baton.core.FinalStatus;
import dev.baton.core.JobId;
import dev.baton.protocol.StoredReport;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Results in the rows of their jobs. A job that is over is changed by nobody else, so it needs no lane to forget one.
final class SqlResults implements Results {
    private static final int MOST_FORGOTTEN = 500;

    /// Reports up to this length are read with their rows, however many there are.
    private static final int SHORT_CHARACTERS = 8 << 10;

    private final Database database;
    private final String known;

    SqlResults(Database database) {
        this.database = database;
        known =
                """
                SELECT job_id, standing, attempt, finished_at, cause, reason,
                       CASE WHEN octet_length(report) <= %d THEN report END, result_until, octet_length(report)
                FROM job_state WHERE job_id %s
                """
                        .formatted(SHORT_CHARACTERS, database.dialect().amongIds());
    }

    /// A row whose result is to be forgotten.
    private record Stale(long job, @Nullable String report) {}

    @Override
    public List<Known> of(Collection<JobId> jobs) {
        try (var connection = database.connectForRead();
                var query = connection.prepareStatement(known)) {
            database.dialect()
                    .bindIds(query, 1, jobs.stream().mapToLong(JobId::value).sorted().toArray());
            var rows = Session.query(query, SqlResults::row);
            return rows.stream().allMatch(row -> row.characters() <= SHORT_CHARACTERS)
                    ? rows.stream().map(Row::known).toList()
                    : withLong(connection, rows);
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot read results", e);
        }
    }

    /// A job, without its report if that is long.
    private record Row(Known known, long characters) {}

    /// Reads the long reports, as far as they are not too much.
    private static List<Known> withLong(Connection connection, List<Row> rows) throws SQLException {
        var all = new ArrayList<Known>();
        long characters = 0;
        for (Row row : rows) {
            var ended = row.known().ended();
            boolean isLong = row.characters() > SHORT_CHARACTERS;
            boolean fits = characters == 0 || characters + row.characters() <= MAX_CHARACTERS;
            characters += fits ? row.characters() : 0;
            if (ended == null || !isLong) {
                all.add(row.known());
            } else if (fits) {
                var report =
                        JobTexts.one(
                                connection,
                                "SELECT report FROM job_state WHERE job_id = ?",
                                row.known().job());
                all.add(new Known(ended.job(), ended.with(report.orElse(null)), false));
            } else {
                all.add(new Known(row.known().job(), null, true));
            }
        }
        return all;
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(known(row), row.getLong(9));
    }

    private static Known known(ResultSet row) throws SQLException {
        var job = new JobId(row.getLong(1));
        return new Known(
                job,
                switch (Codes.standing(row.getInt(2))) {
                    case BLOCKED, DELAYED, GATED, READY, LEASED, RUNNING, CANCELING -> null;
                    case SUCCEEDED -> ended(row, job, FinalStatus.SUCCEEDED);
                    case FAILED -> ended(row, job, FinalStatus.FAILED);
                    case CANCELED -> ended(row, job, FinalStatus.CANCELED);
                },
                false);
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
