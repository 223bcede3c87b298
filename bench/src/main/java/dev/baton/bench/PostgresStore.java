package dev.baton.bench;

import dev.baton.testkit.PostgresServer;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A PostgreSQL server of our own, as durable as in production.
final class PostgresStore implements MeasuredStore {
    private static final Map<String, String> SETTINGS = settings();

    private final PostgresServer server = PostgresServer.start(SETTINGS);
    private final boolean inMemory;
    private final PostgresLimit limit;

    PostgresStore() throws IOException {
        inMemory = Workplace.isInMemory(Path.of(System.getProperty("java.io.tmpdir")));
        limit = new PostgresLimit(server.createDatabase("hand_written"));
    }

    private static Map<String, String> settings() {
        var settings = new LinkedHashMap<String, String>();
        settings.put("fsync", "on");
        settings.put("synchronous_commit", "on");
        settings.put("shared_buffers", "512MB");
        settings.put("max_wal_size", "4GB");
        settings.put("checkpoint_timeout", "15min");
        return settings;
    }

    @Override
    public StoreKind kind() {
        return StoreKind.POSTGRES;
    }

    @Override
    public String setting() {
        String shown =
                SETTINGS.entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .collect(Collectors.joining(" "));
        return inMemory
                ? shown
                        + " IN MEMORY, where fsync costs nothing: set"
                        + " BATON_JAVA_OPTS=-Djava.io.tmpdir=/var/tmp"
                : shown;
    }

    @Override
    public MeasuredDatabase create(String name) {
        return new Database(server.createDatabase(name));
    }

    @Override
    public double limit(int rows) throws SQLException {
        return limit.measure(rows);
    }

    @Override
    public Duration cpu() {
        return ProcessHandle.of(server.pid())
                .map(process -> new ProcessUse(process).cpu())
                .orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        server.close();
    }

    private record Database(String url) implements MeasuredDatabase {
        @Override
        public List<String> settings() {
            return List.of("--postgres", url);
        }

        @Override
        public void settle() throws SQLException {
            try (var connection = DriverManager.getConnection(url);
                    var statement = connection.createStatement()) {
                statement.execute("VACUUM (ANALYZE) job_state");
                statement.execute("CHECKPOINT");
            }
        }

        @Override
        public Connection holdSnapshot() throws SQLException {
            var connection = DriverManager.getConnection(url);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            return Snapshots.hold(connection);
        }
    }
}
