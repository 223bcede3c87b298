package dev.baton.store;

import dev.baton.testkit.ManualClock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A file in a directory of its own, and a clock that moves when told to.
final class SqliteStore implements TestStore {
    private final Path directory;
    private final ManualClock clock;

    SqliteStore() {
        this(Instant.parse("2030-01-01T00:00:00.123456Z"));
    }

    SqliteStore(Instant now) {
        clock = ManualClock.startingAt(now);
        try {
            directory = Files.createTempDirectory("baton-store");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file() {
        return directory.resolve("baton.db");
    }

    @Override
    public StoreConfig config() {
        return new StoreConfig.Sqlite(file());
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    @Override
    public Connection connect() throws SQLException {
        var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        try (var pragma = connection.createStatement()) {
            pragma.execute("PRAGMA foreign_keys = ON");
            pragma.execute("PRAGMA busy_timeout = 10000");
        }
        return connection;
    }

    @Override
    public void passTime(Duration time) {
        clock.advance(time);
    }

    @Override
    public void close() {
        try (var files = Files.list(directory)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
