package dev.baton.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A store as it was at one moment, written to a file while orchestrators went on working on it.
public final class StoreBackup implements AutoCloseable {
    private final Session session;

    private StoreBackup(Session session) {
        this.session = session;
    }

    /// Writes the store as it is now to a file that must not exist yet.
    ///
    /// @return what was written, to be asked about
    /// @throws StoreException if there is no store, or none that this version knows
    public static StoreBackup write(StoreConfig config, Path file) {
        try {
            PrivateFiles.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        try {
            return ask(
                    () ->
                            switch (config) {
                                case StoreConfig.Sqlite sqlite -> vacuum(sqlite.file(), file);
                                case StoreConfig.Postgres postgres -> dump(postgres, file);
                            });
        } catch (RuntimeException e) {
            remove(file);
            throw e;
        }
    }

    /// What is not a backup is not in the way of the next one.
    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // why there is no backup is what matters
        }
    }

    /// Makes a copy in one read transaction: writers go on meanwhile.
    private static StoreBackup vacuum(Path from, Path to) throws SQLException {
        try (var connection = Snapshots.connect(from)) {
            SchemaVersion.requireReadable(connection);
            try (var vacuum = connection.prepareStatement("VACUUM INTO ?")) {
                vacuum.setString(1, to.toAbsolutePath().toString());
                vacuum.execute();
            }
        }
        return new StoreBackup(Snapshots.open(new StoreConfig.Sqlite(to)));
    }

    /// Dumps what this transaction sees, so that what is asked later is about the same.
    private static StoreBackup dump(StoreConfig.Postgres postgres, Path file) throws SQLException {
        var session = Snapshots.open(postgres);
        try {
            var snapshot =
                    Session.query(
                                    session.statement("SELECT pg_export_snapshot()"),
                                    row -> row.getString(1))
                            .getFirst();
            PostgresTools.run(
                    postgres,
                    "pg_dump",
                    List.of(
                            "--format=custom",
                            "--no-owner",
                            "--no-privileges",
                            "--snapshot=" + snapshot,
                            "--file=" + file.toAbsolutePath()));
            return new StoreBackup(session);
        } catch (SQLException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    public int schemaVersion() {
        return ask(() -> SchemaVersion.requireReadable(session.connection()));
    }

    public long jobs() {
        return ask(() -> session.oneLong("SELECT count(*) FROM job"));
    }

    /// The newest epoch of each job with a number in this range.
    public Map<Long, Integer> epochs(long from, long to) {
        return ask(
                () -> {
                    var query =
                            session.statement(
                                    "SELECT job_id, epoch FROM job_state WHERE job_id >= ? AND job_id < ?");
                    query.setLong(1, from);
                    query.setLong(2, to);
                    return Session.query(query, row -> Map.entry(row.getLong(1), row.getInt(2)))
                            .stream()
                            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
                });
    }

    @FunctionalInterface
    private interface Question<T> {
        T answer() throws SQLException;
    }

    private static <T> T ask(Question<T> question) {
        try {
            return question.answer();
        } catch (SQLException e) {
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE,
                    "the store could not be copied: " + e.getMessage(),
                    e);
        }
    }

    @Override
    public void close() {
        ask(
                () -> {
                    session.close();
                    return session;
                });
    }
}
