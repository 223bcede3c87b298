package dev.baton.chaos.hostile.act;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/// Something else locks the tables of the store, so that nothing can be written for a while. The orchestrators have to say that they are not
/// ready, and no lease may be lost by it.
final class BlockedWrites implements Act {
    private static final String TABLES =
            """
            SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') FROM pg_tables
            WHERE tablename LIKE 'job_state%'
            """;

    @Override
    public String name() {
        return "blocked";
    }

    @Override
    public boolean demandsPromptBeats() {
        return false;
    }

    @Override
    public void play(Scene scene) throws IOException, SQLException, InterruptedException {
        try (var connection = DriverManager.getConnection(scene.fleet().jdbcUrl())) {
            lock(scene, connection);
            Thread.sleep(scene.scale().blocked());
            unlock(scene, connection);
        }
    }

    private static void lock(Scene scene, Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            if (!scene.fleet().isOnPostgres()) {
                statement.execute("PRAGMA busy_timeout = 10000");
                statement.execute("BEGIN IMMEDIATE");
                return;
            }
            connection.setAutoCommit(false);
            try (var rows = statement.executeQuery(TABLES)) {
                rows.next();
                String tables = rows.getString(1);
                statement.execute("LOCK TABLE " + tables + " IN EXCLUSIVE MODE");
            }
        }
    }

    private static void unlock(Scene scene, Connection connection) throws SQLException {
        if (scene.fleet().isOnPostgres()) {
            connection.rollback();
        } else {
            try (var statement = connection.createStatement()) {
                statement.execute("ROLLBACK");
            }
        }
    }
}
