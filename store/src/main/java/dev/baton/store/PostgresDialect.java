package dev.baton.store;

import org.jspecify.annotations.Nullable;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// PostgreSQL: a set of rows is a set of arrays, one for each column, and one statement writes it.
final class PostgresDialect implements Dialect {
    private static final String SERIALIZATION_FAILURE = "40001";
    private static final String DEADLOCK = "40P01";
    private static final String CONNECTION_CLASS = "08";
    private static final String SHUTDOWN_CLASS = "57";

    private final Map<Table<?>, String> inserts = new ConcurrentHashMap<>();
    private final Map<Table<?>, String> updates = new ConcurrentHashMap<>();

    @Override
    public String amongIds() {
        return "= ANY(?)";
    }

    @Override
    public void bindIds(PreparedStatement statement, int index, long[] ids) throws SQLException {
        statement.setArray(index, statement.getConnection().createArrayOf("int8", box(ids)));
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
        var sql = inserts.computeIfAbsent(table, PostgresDialect::insertSql);
        write(session.statement(sql), table.columns(), rows);
    }

    @Override
    public <T> int update(Session session, Table<T> table, List<T> rows) throws SQLException {
        var sql = updates.computeIfAbsent(table, PostgresDialect::updateSql);
        return write(session.statement(sql), updateColumns(table), rows);
    }

    @Override
    public void prepare(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }

    @Override
    public boolean isContention(SQLException e) {
        return SERIALIZATION_FAILURE.equals(e.getSQLState()) || DEADLOCK.equals(e.getSQLState());
    }

    @Override
    public boolean isConnectionLost(SQLException e) {
        var state = e.getSQLState();
        return state != null
                && (state.startsWith(CONNECTION_CLASS) || state.startsWith(SHUTDOWN_CLASS));
    }

    private static <T> int write(
            PreparedStatement statement, List<Column<T>> columns, List<T> rows)
            throws SQLException {
        int index = 1;
        for (var column : columns) {
            statement.setArray(index++, array(statement.getConnection(), column, rows));
        }
        return statement.executeUpdate();
    }

    /// The key, the columns to set, and last the version to check, if there is one.
    private static <T> List<Column<T>> updateColumns(Table<T> table) {
        var version = table.version();
        return version == null
                ? table.columns()
                : Stream.concat(table.columns().stream(), Stream.of(version)).toList();
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

    private static String insertSql(Table<?> table) {
        return "INSERT INTO %s (%s) SELECT * FROM %s"
                .formatted(table.name(), table.columnNames(), unnest(table.columns()));
    }

    private static <T> String updateSql(Table<T> table) {
        var columns = updateColumns(table);
        var version = table.version();
        return "UPDATE %s t SET %s FROM %s AS v(%s) WHERE t.%s = v.c0%s"
                .formatted(
                        table.name(),
                        assignments(table),
                        unnest(columns),
                        IntStream.range(0, columns.size())
                                .mapToObj(i -> "c" + i)
                                .collect(Collectors.joining(", ")),
                        table.key().name(),
                        version == null
                                ? ""
                                : " AND t." + version.name() + " = v.c" + (columns.size() - 1));
    }

    private static String assignments(Table<?> table) {
        var set =
                IntStream.range(1, table.columns().size())
                        .mapToObj(i -> table.columns().get(i).name() + " = v.c" + i);
        var cleared = table.cleared().stream().map(column -> column + " = NULL");
        return Stream.concat(set, cleared).collect(Collectors.joining(", "));
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
