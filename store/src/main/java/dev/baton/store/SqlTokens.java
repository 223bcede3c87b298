package dev.baton.store;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The credentials, in their table.
final class SqlTokens implements Tokens {
    private static final String COLUMNS = "id, kind, name, runner, created, expires, revoked";

    private final Database database;

    SqlTokens(Database database) {
        this.database = database;
    }

    /// A piece of work with a connection.
    @FunctionalInterface
    private interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    @Override
    public boolean add(Token token, byte[] sha256) {
        return change(
                connection -> {
                    try (var insert =
                            connection.prepareStatement(
                                    """
                                    INSERT INTO token (id, digest, kind, name, runner, created, expires)
                                    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING
                                    """)) {
                        insert.setString(1, token.id());
                        insert.setBytes(2, sha256);
                        insert.setString(3, token.kind().name());
                        insert.setString(4, token.name());
                        insert.setString(5, token.runner());
                        insert.setLong(6, Micros.of(token.created()));
                        setTime(insert, 7, token.expires());
                        return insert.executeUpdate() == 1;
                    }
                });
    }

    @Override
    public Optional<Token> find(byte[] sha256) {
        return read(
                connection -> {
                    try (var query =
                            connection.prepareStatement(
                                    "SELECT " + COLUMNS + " FROM token WHERE digest = ?")) {
                        query.setBytes(1, sha256);
                        return Session.query(query, SqlTokens::token).stream().findFirst();
                    }
                });
    }

    @Override
    public List<Token> list() {
        return read(
                connection -> {
                    try (var query =
                            connection.prepareStatement(
                                    "SELECT " + COLUMNS + " FROM token ORDER BY created, id")) {
                        return Session.query(query, SqlTokens::token);
                    }
                });
    }

    @Override
    public boolean revoke(String id, Instant at) {
        return change(
                connection -> {
                    try (var update =
                            connection.prepareStatement(
                                    "UPDATE token SET revoked = ? WHERE id = ? AND revoked IS NULL")) {
                        update.setLong(1, Micros.of(at));
                        update.setString(2, id);
                        return update.executeUpdate() == 1;
                    }
                });
    }

    private static void setTime(PreparedStatement statement, int index, @Nullable Instant time)
            throws SQLException {
        if (time == null) {
            statement.setNull(index, Types.BIGINT);
        } else {
            statement.setLong(index, Micros.of(time));
        }
    }

    private static Token token(ResultSet row) throws SQLException {
        return new Token(
                row.getString(1),
                Kind.valueOf(row.getString(2)),
                row.getString(3),
                row.getString(4),
                Micros.toInstant(row.getLong(5)),
                time(row, 6),
                time(row, 7));
    }

    private static @Nullable Instant time(ResultSet row, int column) throws SQLException {
        long micros = row.getLong(column);
        return row.wasNull() ? null : Micros.toInstant(micros);
    }

    private <T> T change(Work<T> work) {
        try (var connection = database.connectForChange()) {
            return work.with(connection);
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot change a token", e);
        }
    }

    private <T> T read(Work<T> work) {
        try (var connection = database.connectForService()) {
            return work.with(connection);
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot read the tokens", e);
        }
    }
}
