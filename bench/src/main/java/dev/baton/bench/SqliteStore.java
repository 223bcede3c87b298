package dev.baton.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/// SQLite files in one directory.
final class SqliteStore implements MeasuredStore {
    private final Path directory;
    private final SqliteLimit limit;

    SqliteStore(Path directory) {
        this.directory = directory;
        limit = new SqliteLimit(url(directory.resolve("hand-written.db")));
    }

    private static String url(Path file) {
        return "jdbc:sqlite:" + file;
    }

    @Override
    public StoreKind kind() {
        return StoreKind.SQLITE;
    }

    @Override
    public String setting() {
        try {
            return "journal_mode=WAL synchronous=FULL in "
                    + directory
                    + (Workplace.isInMemory(directory) ? " IN MEMORY, where to sync is free" : "");
        } catch (IOException e) {
            throw new BenchException("cannot say what kind of disk holds " + directory, e);
        }
    }

    @Override
    public MeasuredDatabase create(String name) {
        return new Database(directory.resolve(name + ".db"));
    }

    @Override
    public double limit(int rows) throws SQLException {
        return limit.measure(rows);
    }

    /// It runs inside the orchestrator.
    @Override
    public Duration cpu() {
        return Duration.ZERO;
    }

    @Override
    public void close() {}

    private record Database(Path file) implements MeasuredDatabase {
        @Override
        public List<String> settings() {
            return List.of("--sqlite", file.toString());
        }

        /// It does nothing in the background.
        @Override
        public void settle() {}

        @Override
        public Connection holdSnapshot() throws SQLException {
            return Snapshots.hold(DriverManager.getConnection(url(file)));
        }
    }
}
