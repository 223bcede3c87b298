package dev.baton.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.CyclicBarrier;

/// What PostgreSQL can do at most: narrow rows claimed and finished in sets, by two connections that do nothing else.
/// There are no attempts, no deadlines and no history here; a finished row is gone.
final class PostgresLimit {
    private static final int CONNECTIONS = 2;
    private static final int BATCH = 500;
    private static final int WARM_UP_ROWS = 20_000;

    private static final String CREATE =
            """
            CREATE TABLE task (
                id       bigint PRIMARY KEY,
                state    smallint NOT NULL,
                priority integer NOT NULL,
                created  bigint NOT NULL,
                lease    bigint,
                payload  text NOT NULL
            );
            CREATE INDEX task_ready ON task (priority, created, id) WHERE state = 0
            """;
    private static final String FILL =
            """
            INSERT INTO task SELECT i, 0, 0, i, NULL, repeat('x', 200) FROM generate_series(1, ?) i
            """;
    private static final String CLAIM =
            """
            UPDATE task SET state = 1, lease = ? WHERE id = ANY(ARRAY(
                SELECT id FROM task WHERE state = 0 ORDER BY priority, created, id LIMIT ?
                FOR UPDATE SKIP LOCKED))
            RETURNING id, payload
            """;
    private static final String FINISH = "DELETE FROM task WHERE id = ANY(?) AND lease = ?";

    private final String url;
    private boolean warm;

    PostgresLimit(String url) {
        this.url = url + "&prepareThreshold=1";
    }

    /// Fills a table and empties it.
    ///
    /// @return jobs per second
    double measure(int rows) throws SQLException {
        if (!warm) {
            warm = true;
            run(Math.min(rows, WARM_UP_ROWS));
        }
        return run(rows);
    }

    private double run(int rows) throws SQLException {
        fill(rows);
        var start = new CyclicBarrier(CONNECTIONS);
        var parts =
                Together.run(
                        "limit",
                        CONNECTIONS,
                        number -> {
                            try (var connection = DriverManager.getConnection(url)) {
                                start.await();
                                long began = System.nanoTime();
                                int finished = drain(connection, (number + 1L) << 32);
                                return new Part(finished, began, System.nanoTime());
                            }
                        });
        long began = parts.stream().mapToLong(Part::began).min().orElseThrow();
        long ended = parts.stream().mapToLong(Part::ended).max().orElseThrow();
        int finished = parts.stream().mapToInt(Part::finished).sum();
        return Rates.perSecond(finished, ended - began, rows);
    }

    private record Part(int finished, long began, long ended) {}

    private void fill(int rows) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS task");
            statement.execute(CREATE);
            try (var fill = connection.prepareStatement(FILL)) {
                fill.setInt(1, rows);
                fill.executeUpdate();
            }
            statement.execute("VACUUM (ANALYZE) task");
            statement.execute("CHECKPOINT");
        }
    }

    private static int drain(Connection connection, long firstLease) throws SQLException {
        int finished = 0;
        try (var claim = connection.prepareStatement(CLAIM);
                var finish = connection.prepareStatement(FINISH)) {
            for (long lease = firstLease; ; lease++) {
                Long[] ids = claim(claim, lease);
                if (ids.length == 0) {
                    return finished;
                }
                finish.setArray(1, connection.createArrayOf("int8", ids));
                finish.setLong(2, lease);
                finished += finish.executeUpdate();
            }
        }
    }

    private static Long[] claim(PreparedStatement claim, long lease) throws SQLException {
        var ids = new ArrayList<Long>(BATCH);
        claim.setLong(1, lease);
        claim.setInt(2, BATCH);
        try (var rows = claim.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
                rows.getString(2);
            }
        }
        return ids.toArray(Long[]::new);
    }
}
