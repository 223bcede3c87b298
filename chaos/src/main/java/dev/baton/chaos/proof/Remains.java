package dev.baton.chaos.proof;

import dev.baton.chaos.estate.Estate;
import dev.baton.chaos.proof.Violation.Kind;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What is still there when everything was stopped, and should not be.
public final class Remains {
    private static final Map<String, String> IN_THE_STORE =
            Map.of(
                    "jobs that are not over",
                    "SELECT count(*) FROM job_state WHERE standing < 7",
                    "live leases",
                    "SELECT count(*) FROM job_state WHERE expires_at IS NOT NULL",
                    "places taken at gates",
                    "SELECT coalesce(sum(taken), 0) FROM gate");

    /// Of the sandbox: it is of no use once nobody holds it, and does no harm.
    private static final String LOCK = "lock";

    private final Estate estate;
    private final String mark;
    private final List<Violation> found = new ArrayList<>();

    /// @param mark what every process of every job and of every executor carries
    public Remains(Estate estate, String mark) {
        this.estate = estate;
        this.mark = mark;
    }

    /// Looks everywhere. The database is there; nothing else runs.
    public List<Violation> check() throws IOException {
        processes();
        store();
        for (Path runner : estate.runnerData()) {
            files(runner.resolve("leases"));
            files(runner.resolve("work"));
            files(runner.resolve("sandbox"));
            files(runner.resolve("sockets"));
        }
        files(estate.data().resolve("blobs/staging"));
        return List.copyOf(found);
    }

    private void processes() throws IOException {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            processes
                    .filter(path -> path.getFileName().toString().matches("[0-9]+"))
                    .filter(path -> has(path.resolve("environ")) || has(path.resolve("cmdline")))
                    .forEach(
                            path ->
                                    add(
                                            "process " + path.getFileName(),
                                            "it is of a job or an executor"));
        }
    }

    private boolean has(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(mark);
        } catch (IOException gone) {
            return false;
        }
    }

    private void store() throws IOException {
        try (var connection = DriverManager.getConnection(estate.jdbcUrl());
                var statement = connection.createStatement()) {
            for (var each : IN_THE_STORE.entrySet()) {
                try (var rows = statement.executeQuery(each.getValue())) {
                    rows.next();
                    if (rows.getLong(1) != 0) {
                        add("the store", "%d %s".formatted(rows.getLong(1), each.getKey()));
                    }
                }
            }
        } catch (SQLException e) {
            throw new IOException("the store could not be read: " + e.getMessage(), e);
        }
    }

    private void files(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(file -> !file.equals(directory) && !file.endsWith(LOCK))
                    .forEach(file -> add(file.toString(), "it should be gone"));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void add(String subject, String what) {
        found.add(new Violation(Kind.LEFT_OVER, subject, what));
    }
}
