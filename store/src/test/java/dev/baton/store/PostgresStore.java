package dev.baton.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.testkit.PostgresServer;

import org.postgresql.ds.PGSimpleDataSource;

import java.net.URLEncoder;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/// A database of its own on a server that all tests of this process share.
///
/// The server's clock is moved by a function that stands before PostgreSQL's own: so no test has to wait, or to
/// hope that it is quick enough.
final class PostgresStore implements TestStore {
    static final int LANES = 2;

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final PostgresServer server;
    private final String options;
    private final String name = "store_" + DATABASES.incrementAndGet();
    private final String url;

    PostgresStore() {
        this(TestRelease.INSTALLED);
    }

    PostgresStore(TestRelease release) {
        this(release, "");
    }

    /// @param options settings of the engines' sessions
    PostgresStore(TestRelease release, String options) {
        this.options = options;
        server = release.server();
        url = server.createDatabase(name);
        var source = new PGSimpleDataSource();
        source.setUrl(url);
        Migrations.run(source, "postgres");
        moveClock();
    }

    private PostgresStore(String dump) {
        options = "";
        server = TestRelease.INSTALLED.server();
        url = server.createDatabase(name);
        execute(dump);
        moveClock();
    }

    /// A database with what was dumped of another, whose clock says this time.
    static PostgresStore of(String dump, Instant now) {
        var store = new PostgresStore(dump);
        store.execute(
                "UPDATE test_clock.ahead SET micros = %d - (extract(epoch FROM pg_catalog.clock_timestamp()) * 1000000)::bigint"
                        .formatted(Micros.of(now)));
        return store;
    }

    private void moveClock() {
        execute(
                """
                CREATE SCHEMA test_clock;
                CREATE TABLE test_clock.ahead AS SELECT 0::bigint AS micros;
                CREATE FUNCTION test_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
                    $$ SELECT pg_catalog.clock_timestamp() + micros * interval '1 microsecond' FROM test_clock.ahead $$;
                ALTER DATABASE %s SET search_path = public, test_clock, pg_catalog;
                """
                        .formatted(name));
    }

    @Override
    public StoreConfig config() {
        var set = options.isEmpty() ? "" : "&options=" + URLEncoder.encode(options, UTF_8);
        return new StoreConfig.Postgres(url + set, null, null, LANES);
    }

    /// The same database through another port.
    StoreConfig configAt(int port) {
        return new StoreConfig.Postgres(
                url.replace(":%d/".formatted(port()), ":%d/".formatted(port)), null, null, LANES);
    }

    static int port() {
        return TestRelease.INSTALLED.server().port();
    }

    @Override
    public InstantSource clock() {
        return () -> {
            throw new IllegalStateException("the server's clock decides, and no other was read");
        };
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url + "&ApplicationName=test");
    }

    @Override
    public void passTime(Duration time) {
        execute("UPDATE test_clock.ahead SET micros = micros + " + time.toNanos() / 1_000);
    }

    /// Refuses or allows new connections to this database; those that exist stay.
    void allowConnections(boolean allowed) {
        try (var connection = DriverManager.getConnection(server.jdbcUrl());
                var statement = connection.createStatement()) {
            statement.execute("ALTER DATABASE " + name + " ALLOW_CONNECTIONS " + allowed);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Ends connections of engines, as an operator would or a server that goes down.
    void terminateConnections(String condition) {
        query(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = 'baton' AND (%s)
                """
                        .formatted(condition),
                row -> row.getBoolean(1));
    }

    @Override
    public void close() {
        // The server is stopped, and its files removed, when the process ends.
    }
}
