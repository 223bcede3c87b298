package dev.baton.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// One connection and the statements prepared on it. One thread at a time.
final class Session implements AutoCloseable {
    private final Connection connection;
    private final Dialect dialect;
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private boolean open;

    Session(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    Dialect dialect() {
        return dialect;
    }

    Connection connection() {
        return connection;
    }

    PreparedStatement statement(String sql) throws SQLException {
        var known = statements.get(sql);
        if (known != null) {
            return known;
        }
        var prepared = connection.prepareStatement(sql);
        statements.put(sql, prepared);
        return prepared;
    }

    /// Reads a row.
    @FunctionalInterface
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /// Runs a prepared query whose parameters are bound.
    static <T> List<T> query(PreparedStatement statement, RowReader<T> reader) throws SQLException {
        try (var rows = statement.executeQuery()) {
            var result = new ArrayList<T>();
            while (rows.next()) {
                result.add(reader.read(rows));
            }
            return result;
        }
    }

    /// Runs a prepared query with a set of ids as its only parameter.
    <T> List<T> queryAmong(String sql, long[] ids, RowReader<T> reader) throws SQLException {
        var statement = statement(sql);
        dialect.bindIds(statement, 1, ids);
        return query(statement, reader);
    }

    long oneLong(String sql) throws SQLException {
        return query(statement(sql), row -> row.getLong(1)).getFirst();
    }

    void begin() throws SQLException {
        dialect.begin(this);
        open = true;
    }

    void commit() throws SQLException {
        dialect.commit(this);
        open = false;
    }

    /// Undoes the transaction, if one is under way.
    void rollback() throws SQLException {
        if (open) {
            open = false;
            dialect.rollback(this);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
