package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.protocol.submit.FunctionAddress;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Dead letters in their table. What people do with them is one statement each, which says what it expects.
final class SqlDeadLetters implements DeadLetters {
    private static final String SELECT =
            """
            SELECT d.job_id, d.queue, d.executor, d.function, d.error_type, d.died, s.attempt, s.reason, s.report,
                   d.requeued_as, d.discarded
            FROM dead_letter d JOIN job_state s ON s.job_id = d.job_id AND s.standing >= 7
            """;

    private static final String LENGTHS =
            """
            SELECT d.job_id, octet_length(s.report)
            FROM dead_letter d JOIN job_state s ON s.job_id = d.job_id AND s.standing >= 7
            """;

    /// About this much of what runners reported is read for a page.
    private static final int MAX_CHARACTERS = 4 << 20;

    private static final String OPEN = "d.requeued_as IS NULL AND d.discarded IS NULL";

    private final Database database;

    SqlDeadLetters(Database database) {
        this.database = database;
    }

    /// A piece of work with a connection.
    @FunctionalInterface
    private interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    @Override
    public Page list(Filter filter, @Nullable JobId after, int limit) {
        var sql = new StringBuilder(LENGTHS).append(" WHERE ").append(OPEN);
        var parameters = new ArrayList<Object>();
        if (after != null) {
            sql.append(" AND d.job_id < ?");
            parameters.add(after.value());
        }
        restrict(sql, parameters, "queue", filter.queue());
        restrict(sql, parameters, "executor", filter.executor());
        restrict(sql, parameters, "function", filter.function());
        restrict(sql, parameters, "error_type", filter.errorType());
        sql.append(" ORDER BY d.job_id DESC LIMIT ?");
        // One more than is shown, to know whether there is another page.
        parameters.add(limit + 1);
        return read(
                connection -> {
                    try (var query = connection.prepareStatement(sql.toString())) {
                        for (int i = 0; i < parameters.size(); i++) {
                            query.setObject(i + 1, parameters.get(i));
                        }
                        return page(connection, Session.query(query, SqlDeadLetters::found), limit);
                    }
                });
    }

    /// A letter, and how long what its runner reported is.
    private record Found(long job, long characters) {}

    private static Found found(ResultSet row) throws SQLException {
        return new Found(row.getLong(1), row.getLong(2));
    }

    private Page page(Connection connection, List<Found> found, int limit) throws SQLException {
        var shown = new ArrayList<Long>();
        long characters = 0;
        for (Found letter : found) {
            characters += letter.characters();
            if (shown.size() == limit || (!shown.isEmpty() && characters > MAX_CHARACTERS)) {
                break;
            }
            shown.add(letter.job());
        }
        var sql =
                "%s WHERE d.job_id %s ORDER BY d.job_id DESC"
                        .formatted(SELECT, database.dialect().amongIds());
        try (var query = connection.prepareStatement(sql)) {
            database.dialect()
                    .bindIds(query, 1, shown.stream().mapToLong(Long::longValue).toArray());
            return new Page(
                    Session.query(query, SqlDeadLetters::letter),
                    shown.size() < found.size() ? new JobId(shown.getLast()) : null);
        }
    }

    private static void restrict(
            StringBuilder sql, List<Object> parameters, String column, @Nullable String value) {
        if (value != null) {
            sql.append(" AND d.").append(column).append(" = ?");
            parameters.add(value);
        }
    }

    @Override
    public Optional<DeadLetter> find(JobId job) {
        return read(
                connection -> {
                    try (var query = connection.prepareStatement(SELECT + " WHERE d.job_id = ?")) {
                        query.setLong(1, job.value());
                        return Session.query(query, SqlDeadLetters::letter).stream().findFirst();
                    }
                });
    }

    @Override
    public boolean startRequeue(JobId job) {
        return mark(
                job,
                """
                UPDATE dead_letter SET requeuing = coalesce(requeuing, ?)
                WHERE job_id = ? AND discarded IS NULL
                """);
    }

    @Override
    public void requeued(JobId job, JobId as) {
        change(
                connection -> {
                    try (var update =
                            connection.prepareStatement(
                                    """
                                    UPDATE dead_letter SET requeued_as = ?
                                    WHERE job_id = ? AND requeuing IS NOT NULL AND requeued_as IS NULL
                                    """)) {
                        update.setLong(1, as.value());
                        update.setLong(2, job.value());
                        return update.executeUpdate();
                    }
                });
    }

    @Override
    public boolean discard(JobId job) {
        return mark(
                job,
                """
                UPDATE dead_letter SET discarded = coalesce(discarded, ?)
                WHERE job_id = ? AND requeuing IS NULL
                """);
    }

    private boolean mark(JobId job, String sql) {
        return change(
                connection -> {
                    long now = Micros.of(database.readNow(connection));
                    try (var update = connection.prepareStatement(sql)) {
                        update.setLong(1, now);
                        update.setLong(2, job.value());
                        return update.executeUpdate() == 1;
                    }
                });
    }

    @Override
    public long count() {
        return read(
                connection -> {
                    try (var query =
                            connection.prepareStatement(
                                    "SELECT count(*) FROM dead_letter d WHERE " + OPEN)) {
                        return Session.query(query, row -> row.getLong(1)).getFirst();
                    }
                });
    }

    private static DeadLetter letter(ResultSet row) throws SQLException {
        long requeuedAs = row.getLong(10);
        return new DeadLetter(
                new JobId(row.getLong(1)),
                new FunctionAddress(row.getString(2), row.getString(3), row.getString(4)),
                row.getString(5),
                Micros.toInstant(row.getLong(6)),
                row.getInt(7),
                row.getString(8),
                row.getString(9),
                requeuedAs == 0 ? null : new JobId(requeuedAs),
                row.getObject(11) != null);
    }

    private <T> T change(Work<T> work) {
        try (var connection = database.connectForChange()) {
            return work.with(connection);
        } catch (SQLException e) {
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE, "cannot change a dead letter", e);
        }
    }

    private <T> T read(Work<T> work) {
        try (var connection = database.connectForRead()) {
            return work.with(connection);
        } catch (SQLException e) {
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE, "cannot read the dead letters", e);
        }
    }
}
