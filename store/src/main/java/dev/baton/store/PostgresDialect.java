package dev.baton.store;

import dev.baton.core.Status;

import org.jspecify.annotations.Nullable;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// PostgreSQL: a set of rows is a set of arrays, one for each column, and one statement writes it.
final class PostgresDialect implements Dialect {
    private static final String SERIALIZATION_FAILURE = "40001";
    private static final String DEADLOCK = "40P01";

    /// Two lanes made the same run at once: the one that lost will find it.
    private static final String UNIQUE_VIOLATION = "23505";

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /// The server ended the session, for its transaction had been idle or had lasted too long.
    private static final Set<String> TRANSACTION_TIMEOUTS = Set.of("25P03", "25P04");

    private static final String CONNECTION_CLASS = "08";
    private static final String SHUTDOWN_CLASS = "57";
    private static final String RESOURCES_CLASS = "53";
    private static final String SYSTEM_CLASS = "58";
    private static final String READ_ONLY = "25006";
    private static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(1);

    private final Map<Table<?>, String> updates = new ConcurrentHashMap<>();
    private final Map<Table<?>, String> deletes = new ConcurrentHashMap<>();
    private final PostgresShelves shelves = new PostgresShelves(this);

    @Override
    public String amongIds() {
        return "= ANY(?)";
    }

    @Override
    public void bindIds(PreparedStatement statement, int index, long[] ids) throws SQLException {
        statement.setArray(index, statement.getConnection().createArrayOf("int8", box(ids)));
    }

    @Override
    public String amongTexts() {
        return "= ANY(?)";
    }

    @Override
    public void bindTexts(PreparedStatement statement, int index, List<String> texts)
            throws SQLException {
        statement.setArray(index, statement.getConnection().createArrayOf("text", texts.toArray()));
    }

    @Override
    public String forUpdate() {
        return " FOR UPDATE OF s";
    }

    @Override
    public String forUpdateSkippingLocked() {
        return " FOR UPDATE OF s SKIP LOCKED";
    }

    @Override
    public String limit() {
        return " LIMIT ?";
    }

    @Override
    public Instant now(Session session) throws SQLException {
        return Micros.toInstant(
                session.oneLong(
                        "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"));
    }

    @Override
    public long nextBlock(Session session) throws SQLException {
        return session.oneLong("SELECT nextval('id_block')");
    }

    @Override
    public <T> void insert(Session session, Table<T> table, List<T> rows) throws SQLException {
        CopyRows.into(session, table.name(), table.columns(), rows);
    }

    @Override
    public <T> int update(Session session, Table<T> table, List<T> rows) throws SQLException {
        var sql = updates.computeIfAbsent(table, PostgresDialect::updateSql);
        return write(session.statement(sql), table.withVersion(), rows);
    }

    /// Removes the rows that the first column names, if the version is still the same.
    ///
    /// @param rows in the order of their keys
    <T> int delete(Session session, Table<T> table, List<T> rows) throws SQLException {
        var sql = deletes.computeIfAbsent(table, PostgresDialect::deleteSql);
        return write(session.statement(sql), table.withVersion(), rows);
    }

    @Override
    public boolean isInProcess() {
        return false;
    }

    @Override
    public String queuedJobs() {
        return shelves.queuedJobs();
    }

    @Override
    public String statesOf(Status status) {
        return shelves.statesOf(status);
    }

    /// Each shelf has a key of its own to read it by.
    @Override
    public @Nullable List<Long> fewLive(Connection connection, Status status, int most) {
        return null;
    }

    @Override
    public void insertStates(Session session, List<Entry> entries) throws SQLException {
        shelves.insert(session, entries);
    }

    @Override
    public int updateStates(Session session, List<Entry> entries) throws SQLException {
        return shelves.update(session, entries);
    }

    /// Lanes number their pages from blocks of their own. A transaction is timed at its beginning, and may have waited
    /// for the locks of others since.
    @Override
    public String journalOrder() {
        return "at, page";
    }

    @Override
    public long journalDisorder() {
        return LONGEST_TRANSACTION.toNanos() / 1_000;
    }

    /// The driver starts it with the first statement.
    @Override
    public void begin(Session session) throws SQLException {
        session.connection().setAutoCommit(false);
    }

    @Override
    public void commit(Session session) throws SQLException {
        session.connection().commit();
    }

    @Override
    public void rollback(Session session) throws SQLException {
        session.connection().rollback();
    }

    @Override
    public boolean isContention(SQLException e) {
        var state = e.getSQLState();
        return SERIALIZATION_FAILURE.equals(state)
                || DEADLOCK.equals(state)
                || UNIQUE_VIOLATION.equals(state);
    }

    @Override
    public boolean isLockTimeout(SQLException e) {
        return LOCK_NOT_AVAILABLE.equals(e.getSQLState());
    }

    @Override
    public void waitBriefly(Session session) throws SQLException {
        session.statement("SET LOCAL lock_timeout = '20ms'").execute();
    }

    @Override
    public boolean isConnectionLost(SQLException e) {
        var state = e.getSQLState();
        return state != null
                && (state.startsWith(CONNECTION_CLASS)
                        || state.startsWith(SHUTDOWN_CLASS)
                        || TRANSACTION_TIMEOUTS.contains(state));
    }

    /// No room, no memory, a broken disk, or a server that only reads.
    @Override
    public boolean isUnwritable(SQLException e) {
        var state = e.getSQLState();
        return state != null
                && (state.startsWith(RESOURCES_CLASS)
                        || state.startsWith(SYSTEM_CLASS)
                        || state.equals(READ_ONLY));
    }

    private static <T> int write(PreparedStatement statement, List<Column<T>> columns, List<T> rows)
            throws SQLException {
        int index = 1;
        for (var column : columns) {
            statement.setArray(index++, array(statement.getConnection(), column, rows));
        }
        return statement.executeUpdate();
    }

    private static <T> Array array(Connection connection, Column<T> column, List<T> rows)
            throws SQLException {
        @Nullable Object[] values =
                switch (column.type()) {
                    case LONG -> new Long[rows.size()];
                    case INT -> new Integer[rows.size()];
                    case TEXT -> new String[rows.size()];
                    case BYTES -> new byte[rows.size()][];
                    case FLAG -> new Boolean[rows.size()];
                };
        for (int i = 0; i < values.length; i++) {
            values[i] = column.value().apply(rows.get(i));
        }
        return connection.createArrayOf(elementType(column), values);
    }

    private static String elementType(Column<?> column) {
        return switch (column.type()) {
            case LONG -> "int8";
            case INT -> "int4";
            case TEXT -> "text";
            case BYTES -> "bytea";
            case FLAG -> "bool";
        };
    }

    static String updateSql(Table<?> table) {
        return "UPDATE %s t SET %s FROM %s WHERE %s"
                .formatted(
                        table.name(),
                        IntStream.range(1, table.columns().size())
                                .mapToObj(i -> table.columns().get(i).name() + " = g.c" + i)
                                .collect(Collectors.joining(", ")),
                        foundRows(table),
                        isStillTheSame(table));
    }

    /// Asks for the key and the version once more, as [#isStillTheSame] does. Without a join, which would cost twice as
    /// much: the arrays are in the order of the keys, so that a row finds its version among them by halving.
    static String deleteSql(Table<?> table) {
        var version = Objects.requireNonNull(table.version(), "only a known version is removed");
        return """
        DELETE FROM %1$s t USING (SELECT ?::%4$s[] AS keys, ?::%5$s[] AS versions) p \
        WHERE t.ctid = ANY(ARRAY(SELECT r.place FROM unnest(p.keys, p.versions) AS v(c0, c1) CROSS JOIN LATERAL \
        (SELECT f.ctid AS place FROM %1$s f WHERE f.%2$s = v.c0 AND f.%3$s = v.c1 OFFSET 0) r)) \
        AND t.%2$s = (p.keys)[width_bucket(t.%2$s, p.keys)] \
        AND t.%3$s = (p.versions)[width_bucket(t.%2$s, p.keys)]\
        """
                .formatted(
                        table.name(),
                        table.key().name(),
                        version.name(),
                        elementType(table.key()),
                        elementType(version));
    }

    /// The rows that the arrays describe, each with its place in the table.
    ///
    /// `OFFSET 0` keeps the planner from turning this around: a plan that was made while a table was nearly empty, and
    /// kept, would otherwise read the whole table for each of the rows.
    private static String foundRows(Table<?> table) {
        var columns = table.withVersion();
        var version = table.version();
        return """
        (SELECT v.*, r.place FROM %s AS v(%s) CROSS JOIN LATERAL \
        (SELECT f.ctid AS place FROM %s f WHERE f.%s = v.c0%s OFFSET 0) r) g\
        """
                .formatted(
                        unnest(columns),
                        IntStream.range(0, columns.size())
                                .mapToObj(i -> "c" + i)
                                .collect(Collectors.joining(", ")),
                        table.name(),
                        table.key().name(),
                        version == null
                                ? ""
                                : " AND f." + version.name() + " = v.c" + (columns.size() - 1));
    }

    /// Finds the row by its place, and asks for its key and its version once more.
    ///
    /// Another transaction may change the row between the moment it is found and the moment it is locked. PostgreSQL then
    /// checks the conditions on the row of the statement again, but until 15.15, 16.11, 17.7 and 18.1 not that on its
    /// place, and never those inside of a subquery. They are not written with `=`: that would offer the planner to
    /// read the whole table in the order of its key.
    private static String isStillTheSame(Table<?> table) {
        var same =
                "t.ctid = g.place AND t.%s IS NOT DISTINCT FROM g.c0".formatted(table.key().name());
        var version = table.version();
        return version == null
                ? same
                : "%s AND t.%s IS NOT DISTINCT FROM g.c%d"
                        .formatted(same, version.name(), table.columns().size());
    }

    private static String unnest(List<? extends Column<?>> columns) {
        return columns.stream()
                .map(column -> "?::" + elementType(column) + "[]")
                .collect(Collectors.joining(", ", "unnest(", ")"));
    }

    private static Long[] box(long[] ids) {
        var boxed = new Long[ids.length];
        for (int i = 0; i < ids.length; i++) {
            boxed[i] = ids[i];
        }
        return boxed;
    }
}
