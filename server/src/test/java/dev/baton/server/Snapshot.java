package dev.baton.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Everything that an orchestrator keeps, as lines: each row of each table, and each file of the blobs.
final class Snapshot {
    private Snapshot() {}

    static List<String> of(Path data) {
        var lines = new ArrayList<String>();
        try (var database = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("baton.db"));
                var files = Files.walk(data.resolve("blobs"))) {
            for (String table : tables(database)) {
                rows(database, table, lines);
            }
            files.filter(Files::isRegularFile)
                    .sorted()
                    .forEach(file -> lines.add(file + " " + file.toFile().length()));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    private static List<String> tables(Connection database) throws SQLException {
        var tables = new ArrayList<String>();
        try (var statement = database.createStatement();
                var rows =
                        statement.executeQuery(
                                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
        return tables;
    }

    private static void rows(Connection database, String table, List<String> lines)
            throws SQLException {
        try (var statement = database.createStatement();
                var rows = statement.executeQuery("SELECT * FROM \"%s\"".formatted(table))) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                var line = new StringBuilder(table);
                for (int i = 1; i <= columns; i++) {
                    Object value = rows.getObject(i);
                    line.append('|').append(value instanceof byte[] b ? Arrays.toString(b) : value);
                }
                lines.add(line.toString());
            }
        }
    }
}
