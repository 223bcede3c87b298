package dev.baton.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteOpenMode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;

/// A SQLite file: write-ahead log, every commit on disk before it is answered (if that is wanted), one writer.
final class SqliteDatabase implements Database {
    private static final int BUSY_TIMEOUT_MILLIS = 10_000;
    private static final int READERS = 4;
    private static final int SERVICE_READERS = 4;
    private static final int CONNECT_TIMEOUT_MILLIS = 5_000;
    private static final int CACHE_KIB = 64 * 1024;
    private static final int CHECKPOINT_PAGES = 8_000;

    private final FileChannel lock;
    private final SQLiteDataSource writer;
    private final HikariDataSource readers;
    private final HikariDataSource service;
    private final SqliteDialect dialect;

    SqliteDatabase(StoreConfig.Sqlite config, InstantSource clock) {
        Path file = config.file();
        createFile(file);
        lock = lock(file);
        var url = "jdbc:sqlite:" + file.toAbsolutePath();
        writer = new SQLiteDataSource(options(config, false));
        writer.setUrl(url);
        Migrations.run(writer, "sqlite");
        readers = readers(url, config, "readers", READERS);
        service = readers(url, config, "service", SERVICE_READERS);
        dialect = new SqliteDialect(clock);
    }

    private static void createFile(Path file) {
        try {
            var directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            PrivateFiles.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + file, e);
        }
    }

    /// One orchestrator for one file: two would each remember jobs that the other changes.
    private static FileChannel lock(Path file) {
        var path = file.resolveSibling(file.getFileName() + ".lock");
        try {
            var channel =
                    FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel)) {
                return channel;
            }
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lock " + path, e);
        }
        throw new StoreException(
                StoreException.Code.UNAVAILABLE,
                "another orchestrator uses "
                        + file
                        + "; several of them need PostgreSQL (store.postgres.url)");
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static SQLiteConfig options(StoreConfig.Sqlite wanted, boolean readOnly) {
        var config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(
                wanted.durable()
                        ? SQLiteConfig.SynchronousMode.FULL
                        : SQLiteConfig.SynchronousMode.OFF);
        config.enforceForeignKeys(true);
        config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
        config.setCacheSize(-CACHE_KIB);
        config.setReadOnly(readOnly);
        // Each connection is used by one thread at a time; the driver sees to that too.
        config.resetOpenMode(SQLiteOpenMode.FULLMUTEX);
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        // Otherwise the driver asks for them after each row that is written.
        config.setGetGeneratedKeys(false);
        config.setPragma(SQLiteConfig.Pragma.TEMP_STORE, "MEMORY");
        return config;
    }

    private static HikariDataSource readers(
            String url, StoreConfig.Sqlite config, String name, int most) {
        var source = new SQLiteDataSource(options(config, true));
        source.setUrl(url);
        var pool = new HikariConfig();
        pool.setDataSource(source);
        pool.setMaximumPoolSize(most);
        pool.setMinimumIdle(1);
        pool.setReadOnly(true);
        pool.setConnectionTimeout(CONNECT_TIMEOUT_MILLIS);
        pool.setPoolName(name);
        return new HikariDataSource(pool);
    }

    @Override
    public Dialect dialect() {
        return dialect;
    }

    @Override
    public int lanes() {
        return 1;
    }

    @Override
    public Connection connectForLane() throws SQLException {
        var connection = writer.getConnection();
        try (var pragma = connection.createStatement()) {
            pragma.execute("PRAGMA wal_autocheckpoint = " + CHECKPOINT_PAGES);
        }
        return connection;
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
        return writer.getConnection();
    }

    @Override
    public Instant readNow(Connection connection) throws SQLException {
        return dialect.now(new Session(connection, dialect));
    }

    @Override
    public void close() {
        readers.close();
        service.close();
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unlock the database", e);
        }
    }
}
