package dev.baton.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.StringJoiner;

/// What SQLite can do at most: the same as [PostgresLimit] on the one connection that can write.
final class SqliteLimit {
    private static final int BATCH = 500;
    private static final int WARM_UP_ROWS = 20_000;

    private static final String FILL =
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
            INSERT INTO task SELECT i, 0, 0, i, NULL, printf('%.200c', 'x') FROM n
            """;
    private static final String CLAIM =
            """
            UPDATE task SET state = 1, lease = ? WHERE id IN (
                SELECT id FROM task WHERE state = 0 ORDER BY priority, created, id LIMIT ?)
            RETURNING id, payload
            """;
    private static final String FINISH =
            "DELETE FROM task WHERE id IN (SELECT value FROM json_each(?)) AND lease = ?";

    private final String url;
    private boolean warm;

    SqliteLimit(String url) {
        this.url = url;
    }

    /// Fills a table and empties it.
    ///
    /// @return jobs per second
    double measure(int rows) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("PRAGMA cache_size = -65536");
            if (!warm) {
                warm = true;
                run(connection, Math.min(rows, WARM_UP_ROWS));
            }
            return run(connection, rows);
        }
    }

    private static double run(Connection connection, int rows) throws SQLException {
        fill(connection, rows);
        int finished = 0;
        try (var claim = connection.prepareStatement(CLAIM);
                var finish = connection.prepareStatement(FINISH)) {
            long start = System.nanoTime();
            for (long lease = 1; ; lease++) {
                String ids = claim(claim, lease);
                if (ids.equals("[]")) {
                    return Rates.perSecond(finished, System.nanoTime() - start, rows);
                }
                finish.setString(1, ids);
                finish.setLong(2, lease);
                finished += finish.executeUpdate();
            }
        }
    }

    private static void fill(Connection connection, int rows) throws SQLException {
        try (var statement = connection.createStatement();
                var fill = prepareTable(connection)) {
            fill.setInt(1, rows);
            fill.executeUpdate();
            statement.execute("ANALYZE");
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }

    private static PreparedStatement prepareTable(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS task");
            statement.execute(
                    """
                    CREATE TABLE task (
                        id       INTEGER PRIMARY KEY,
                        state    INTEGER NOT NULL,
                        priority INTEGER NOT NULL,
                        created  INTEGER NOT NULL,
                        lease    INTEGER,
                        payload  TEXT NOT NULL
                    ) STRICT
                    """);
            statement.execute(
                    "CREATE INDEX task_ready ON task (priority, created, id) WHERE state = 0");
        }
        return connection.prepareStatement(FILL);
    }

    /// Claims a batch.
    ///
    /// @return the ids as a JSON array
    private static String claim(PreparedStatement claim, long lease) throws SQLException {
        var ids = new StringJoiner(",", "[", "]");
        claim.setLong(1, lease);
        claim.setInt(2, BATCH);
        try (var rows = claim.executeQuery()) {
            while (rows.next()) {
                ids.add(Long.toString(rows.getLong(1)));
                rows.getString(2);
            }
        }
        return ids.toString();
    }
}
