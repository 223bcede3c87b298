package dev.baton.store;

import dev.baton.core.RunId;
import dev.baton.core.cron.CatchUp;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The schedules, in their table. Written outside of the lanes: jobs do not wait for it.
final class SqlSchedules implements Schedules {
    private static final String LISTED =
            "name, source, cron, zone, catch_up, next_at, paused_by, paused_why, last_tick, last_run, created_by";
    private static final String SELECT = "SELECT " + LISTED + ", template, version FROM schedule ";

    private final Database database;

    SqlSchedules(Database database) {
        this.database = database;
    }

    /// A piece of work with a connection.
    @FunctionalInterface
    private interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    @Override
    public Instant now() {
        return read(database::readNow);
    }

    @Override
    public Agenda agenda(int limit) {
        return read(
                connection -> {
                    Instant now = Micros.truncated(database.readNow(connection));
                    var due = due(connection, now, limit);
                    return new Agenda(
                            now, due, due.isEmpty() ? next(connection) : Optional.empty());
                });
    }

    private static List<Schedule> due(Connection connection, Instant now, int limit)
            throws SQLException {
        try (var query =
                connection.prepareStatement(
                        SELECT + "WHERE next_at <= ? ORDER BY next_at, name LIMIT ?")) {
            query.setLong(1, Micros.of(now));
            query.setInt(2, limit);
            return Session.query(query, SqlSchedules::schedule);
        }
    }

    private static Optional<Instant> next(Connection connection) throws SQLException {
        try (var query =
                connection.prepareStatement(
                        """
                        SELECT next_at FROM schedule WHERE next_at IS NOT NULL ORDER BY next_at LIMIT 1
                        """)) {
            return Session.query(query, row -> Micros.toInstant(row.getLong(1))).stream()
                    .findFirst();
        }
    }

    @Override
    public List<Listed> list() {
        return read(
                connection -> {
                    try (var query =
                            connection.prepareStatement(
                                    "SELECT " + LISTED + " FROM schedule ORDER BY name")) {
                        return Session.query(query, SqlSchedules::listed);
                    }
                });
    }

    @Override
    public Optional<Schedule> find(String name) {
        return read(
                connection -> {
                    try (var query = connection.prepareStatement(SELECT + "WHERE name = ?")) {
                        query.setString(1, name);
                        return Session.query(query, SqlSchedules::schedule).stream().findFirst();
                    }
                });
    }

    @Override
    public boolean add(Schedule schedule) {
        return change(
                connection -> {
                    try (var insert =
                            connection.prepareStatement(
                                    """
                                    INSERT INTO schedule (cron, zone, catch_up, template, next_at, paused_by, paused_why,
                                        last_tick, last_run, created_by, source, version, name)
                                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING
                                    """)) {
                        int next = bind(insert, schedule);
                        insert.setString(next++, schedule.createdBy());
                        insert.setString(next++, schedule.source().name());
                        // Not 1: one that was removed and made again must not look like the same.
                        insert.setLong(next++, Micros.of(database.readNow(connection)));
                        insert.setString(next, schedule.name());
                        return insert.executeUpdate() == 1;
                    }
                });
    }

    @Override
    public boolean replace(Schedule schedule) {
        return change(
                connection -> {
                    try (var update =
                            connection.prepareStatement(
                                    """
                                    UPDATE schedule SET cron = ?, zone = ?, catch_up = ?, template = ?, next_at = ?,
                                        paused_by = ?, paused_why = ?, last_tick = ?, last_run = ?, version = version + 1
                                    WHERE name = ? AND version = ?
                                    """)) {
                        int next = bind(update, schedule);
                        update.setString(next++, schedule.name());
                        update.setLong(next, schedule.version());
                        return update.executeUpdate() == 1;
                    }
                });
    }

    @Override
    public boolean remove(Schedule schedule) {
        return change(
                connection -> {
                    try (var delete =
                            connection.prepareStatement(
                                    "DELETE FROM schedule WHERE name = ? AND version = ?")) {
                        delete.setString(1, schedule.name());
                        delete.setLong(2, schedule.version());
                        return delete.executeUpdate() == 1;
                    }
                });
    }

    /// Binds what can be changed, in the order of the statements.
    ///
    /// @return the place after it
    private static int bind(PreparedStatement statement, Schedule schedule) throws SQLException {
        var definition = schedule.definition();
        statement.setString(1, definition.cron());
        statement.setString(2, definition.zone());
        statement.setString(3, definition.catchUp().name());
        statement.setString(4, definition.template());
        switch (schedule.state()) {
            case State.Waiting(Instant next) -> {
                statement.setLong(5, Micros.of(next));
                statement.setNull(6, Types.VARCHAR);
                statement.setNull(7, Types.VARCHAR);
            }
            case State.Paused(String by, String why) -> {
                statement.setNull(5, Types.BIGINT);
                statement.setString(6, by);
                statement.setString(7, why);
            }
        }
        var last = schedule.last();
        setLong(statement, 8, last == null ? null : Micros.of(last.tick()));
        setLong(statement, 9, last == null ? null : last.run().value());
        return 10;
    }

    private static void setLong(PreparedStatement statement, int index, @Nullable Long value)
            throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.BIGINT);
        } else {
            statement.setLong(index, value);
        }
    }

    private static Schedule schedule(ResultSet row) throws SQLException {
        return new Schedule(
                row.getString("name"),
                Source.valueOf(row.getString("source")),
                new Definition(
                        row.getString("cron"),
                        row.getString("zone"),
                        CatchUp.valueOf(row.getString("catch_up")),
                        row.getString("template")),
                state(row),
                fired(row),
                row.getString("created_by"),
                row.getLong("version"));
    }

    private static Listed listed(ResultSet row) throws SQLException {
        return new Listed(
                row.getString("name"),
                Source.valueOf(row.getString("source")),
                row.getString("cron"),
                row.getString("zone"),
                CatchUp.valueOf(row.getString("catch_up")),
                state(row),
                fired(row),
                row.getString("created_by"));
    }

    private static State state(ResultSet row) throws SQLException {
        long next = row.getLong("next_at");
        return row.wasNull()
                ? new State.Paused(row.getString("paused_by"), row.getString("paused_why"))
                : new State.Waiting(Micros.toInstant(next));
    }

    private static @Nullable Fired fired(ResultSet row) throws SQLException {
        long tick = row.getLong("last_tick");
        return row.wasNull()
                ? null
                : new Fired(Micros.toInstant(tick), new RunId(row.getLong("last_run")));
    }

    private <T> T change(Work<T> work) {
        try (var connection = database.connectForChange()) {
            return work.with(connection);
        } catch (SQLException e) {
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE, "cannot change a schedule", e);
        }
    }

    private <T> T read(Work<T> work) {
        try (var connection = database.connectForService()) {
            return work.with(connection);
        } catch (SQLException e) {
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE, "cannot read the schedules", e);
        }
    }
}
