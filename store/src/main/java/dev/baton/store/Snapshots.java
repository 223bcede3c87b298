package dev.baton.store;

import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;

/// Opens stores to look at them: one snapshot each, which changes nothing and is in nobody's way, also while orchestrators
/// work on the store.
final class Snapshots {
    private static final int BUSY_TIMEOUT_MILLIS = 10_000;

    private Snapshots() {}

    /// @throws StoreException if there is no such store, or it is not one that this version can read
    static Session open(StoreConfig config) {
        try {
            var session =
                    switch (config) {
                        case StoreConfig.Sqlite sqlite -> sqlite(sqlite.file());
                        case StoreConfig.Postgres postgres -> postgres(postgres);
                    };
            try {
                SchemaVersion.requireReadable(session.connection());
                return session;
            } catch (SQLException | RuntimeException e) {
                session.close();
                throw e;
            }
        } catch (SQLException e) {
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE, "cannot read the store: " + e.getMessage(), e);
        }
    }

    /// What is read first fixes what is read later.
    private static Session sqlite(Path file) throws SQLException {
        var connection = connect(file);
        try (var begin = connection.createStatement()) {
            begin.execute("BEGIN");
        }
        // Nobody asks it for the time.
        return new Session(connection, new SqliteDialect(InstantSource.fixed(Instant.EPOCH)));
    }

    /// A connection that can change nothing.
    static Connection connect(Path file) throws SQLException {
        if (!Files.isRegularFile(file)) {
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE,
                    "expected a SQLite store at %s, and there is no such file".formatted(file));
        }
        var options = new SQLiteConfig();
        options.setReadOnly(true);
        options.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
        var source = new SQLiteDataSource(options);
        source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
        return source.getConnection();
    }

    private static Session postgres(StoreConfig.Postgres config) throws SQLException {
        var source = PostgresDatabase.source(config);
        source.setSocketTimeout(0); // sorting a large journal takes a while
        var connection = source.getConnection();
        connection.setReadOnly(true);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        return new Session(connection, new PostgresDialect());
    }
}
