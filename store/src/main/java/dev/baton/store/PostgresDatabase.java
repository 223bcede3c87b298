package dev.baton.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import org.postgresql.ds.PGSimpleDataSource;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/// A PostgreSQL server.
final class PostgresDatabase implements Database {
    private static final int OLDEST_VERSION = 150_000;
    private static final int READERS = 4;
    private static final int SERVICE_CONNECTIONS = 4;
    private static final int CONNECT_TIMEOUT_SECONDS = 5;
    private static final int SOCKET_TIMEOUT_SECONDS = 30;

    /// For what is said once a second. A wait for notices has an end of its own.
    private static final int NOTICES_TIMEOUT_SECONDS = 5;

    /// A lane only ever reads and writes rows by their index. Told so, the planner cannot fall for a sequential scan
    /// while its statistics still say that the table is small. Nor does it look for one row twice, so nothing is to be
    /// memoized.
    ///
    /// A lane does not wait long for a lock: the requests that met it are put aside ([BlockedRequests]). And the server
    /// ends a transaction of ours that is idle: its lane is frozen, or cut off, and others wait for what it has locked.
    static final String LANE_OPTIONS =
            "-c lock_timeout=250ms -c idle_in_transaction_session_timeout=3s"
                    + " -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c enable_memoize=off"
                    + " -c plan_cache_mode=force_generic_plan -c synchronous_commit=on -c jit=off";

    /// What waits for a lock outside of a lane gives up before its caller does.
    private static final String POOL_OPTIONS = "-c lock_timeout=5s";

    /// The server notices within 15 seconds that the machine of an orchestrator is gone.
    private static final String KEEPALIVE_OPTIONS =
            "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=3"
                    + " -c tcp_user_timeout=15s";

    private final StoreConfig.Postgres config;
    private final PGSimpleDataSource lane;
    private final HikariDataSource readers;
    private final HikariDataSource service;
    private final PostgresDialect dialect = new PostgresDialect();

    PostgresDatabase(StoreConfig.Postgres config) {
        this.config = config;
        lane = source(config, LANE_OPTIONS);
        Migrations.run(source(config, ""), "postgres");
        readers = pool(source(config, POOL_OPTIONS), "readers", READERS);
        service = pool(source(config, POOL_OPTIONS), "service", SERVICE_CONNECTIONS);
        requireVersion();
    }

    private static HikariDataSource pool(PGSimpleDataSource source, String name, int most) {
        var settings = new HikariConfig();
        settings.setDataSource(source);
        settings.setMaximumPoolSize(most);
        settings.setMinimumIdle(1);
        settings.setConnectionTimeout(CONNECT_TIMEOUT_SECONDS * 1_000L);
        settings.setPoolName(name);
        return new HikariDataSource(settings);
    }

    static PGSimpleDataSource source(StoreConfig.Postgres config) {
        return source(config, "");
    }

    /// @param options settings of the session, unless those of the address say otherwise
    private static PGSimpleDataSource source(StoreConfig.Postgres config, String options) {
        var source = new PGSimpleDataSource();
        source.setUrl(config.url());
        if (config.user() != null) {
            source.setUser(config.user());
        }
        if (config.password() != null) {
            source.setPassword(config.password());
        }
        source.setApplicationName("baton");
        source.setConnectTimeout(CONNECT_TIMEOUT_SECONDS);
        source.setSocketTimeout(SOCKET_TIMEOUT_SECONDS);
        source.setTcpKeepAlive(true);
        source.setPrepareThreshold(1);
        var own = KEEPALIVE_OPTIONS + " " + options;
        source.setOptions(source.getOptions() == null ? own : own + " " + source.getOptions());
        return source;
    }

    private void requireVersion() {
        try (var connection = service.getConnection();
                var session = new Session(connection, dialect)) {
            long version = session.oneLong("SELECT current_setting('server_version_num')::int");
            if (version < OLDEST_VERSION) {
                throw new StoreException(
                        StoreException.Code.BROKEN,
                        "expected PostgreSQL 15 or newer, got " + version / 10_000);
            }
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot reach PostgreSQL", e);
        }
    }

    @Override
    public Dialect dialect() {
        return dialect;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public int lanes() {
        return config.lanes();
    }

    @Override
    public Connection connectForLane() throws SQLException {
        return lane.getConnection();
    }

    @Override
    public Connection connectForRead() throws SQLException {
        return readers.getConnection();
    }

    @Override
    public Connection connectForService() throws SQLException {
        return service.getConnection();
    }

    @Override
    public Connection connectForChange() throws SQLException {
        return service.getConnection();
    }

    /// A connection that waits for notices.
    Connection connectForNotices() throws SQLException {
        var source = source(config);
        source.setSocketTimeout(NOTICES_TIMEOUT_SECONDS);
        return source.getConnection();
    }

    @Override
    public Instant readNow(Connection connection) throws SQLException {
        return dialect.now(new Session(connection, dialect));
    }

    @Override
    public void close() {
        readers.close();
        service.close();
    }
}
