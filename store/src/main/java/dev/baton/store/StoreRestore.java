package dev.baton.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/// Puts what [StoreBackup] wrote into the place of a store that is not there.
public final class StoreRestore {
    /// How many blocks of numbers are passed over: what was given to runs and jobs after the backup is not given again,
    /// unless there were more than a million of them.
    private static final int BLOCKS_PASSED_OVER = 1_000;

    private StoreRestore() {}

    /// Whether a restore would overwrite nothing.
    ///
    /// @throws StoreException if there is a store already
    public static void requireEmpty(StoreConfig config) {
        switch (config) {
            case StoreConfig.Sqlite(var file, _) -> {
                if (Files.exists(file)) {
                    throw occupied(file + " exists");
                }
            }
            case StoreConfig.Postgres postgres -> requireNoTables(postgres);
        }
    }

    /// Restores. What fails halfway leaves no store.
    public static void read(StoreConfig config, Path backup) {
        requireEmpty(config);
        try {
            switch (config) {
                case StoreConfig.Sqlite(var file, _) -> copy(backup, file.toAbsolutePath());
                case StoreConfig.Postgres postgres -> load(postgres, backup);
            }
        } catch (SQLException e) {
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE,
                    "the store could not be restored: " + e.getMessage(),
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException("the store could not be restored", e);
        }
    }

    /// Works on a copy under another name, which appears whole or not at all.
    private static void copy(Path backup, Path file) throws IOException, SQLException {
        Files.createDirectories(file.getParent());
        var copy = file.resolveSibling(file.getFileName() + ".restoring");
        Files.deleteIfExists(copy);
        PrivateFiles.createFile(copy);
        try (var out = Files.newOutputStream(copy)) {
            Files.copy(backup, out);
        }
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + copy)) {
            passOver(connection, "UPDATE id_block SET last = last + " + BLOCKS_PASSED_OVER);
        }
        Files.move(copy, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void load(StoreConfig.Postgres postgres, Path backup) throws SQLException {
        try (var connection = PostgresDatabase.source(postgres).getConnection()) {
            PostgresTools.run(
                    postgres,
                    "pg_restore",
                    List.of(
                            "--single-transaction",
                            "--exit-on-error",
                            "--no-owner",
                            "--no-privileges",
                            "--dbname=" + connection.getCatalog(),
                            backup.toAbsolutePath().toString()));
            passOver(
                    connection,
                    "SELECT setval('id_block', (SELECT last_value FROM id_block) + "
                            + BLOCKS_PASSED_OVER
                            + ")");
        }
    }

    private static void passOver(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void requireNoTables(StoreConfig.Postgres postgres) {
        try (var connection = PostgresDatabase.source(postgres).getConnection();
                var query = connection.createStatement();
                var row =
                        query.executeQuery(
                                "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()")) {
            row.next();
            if (row.getInt(1) > 0) {
                throw occupied(
                        "the database %s has %d tables"
                                .formatted(connection.getCatalog(), row.getInt(1)));
            }
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot reach PostgreSQL", e);
        }
    }

    private static StoreException occupied(String what) {
        return new StoreException(
                StoreException.Code.UNAVAILABLE,
                "expected an empty place to restore to, and %s: restore elsewhere, or remove it yourself"
                        .formatted(what));
    }
}
