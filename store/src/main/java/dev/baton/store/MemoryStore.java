package dev.baton.store;

import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteDataSource;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A store in memory for simulations: real tables and statements, and a new one costs a millisecond. It outlives the
/// [SteppedEngine]s that are opened on it, as a database outlives its orchestrators.
///
/// One thread. Transactions follow one another, each atomic, so one connection is enough for all engines.
public final class MemoryStore implements AutoCloseable {
    /// Brought to our schema once; each store is a copy.
    private static final class Template {
        static final byte[] BYTES = make();

        private static byte[] make() {
            var source = new SQLiteDataSource();
            source.setUrl("jdbc:sqlite:file:template?mode=memory&cache=shared");
            // A database in memory is there as long as somebody is connected to it.
            try (var kept = source.getConnection()) {
                Migrations.run(source, "sqlite");
                return kept.unwrap(SQLiteConnection.class).serialize("main");
            } catch (SQLException e) {
                throw new StoreException(
                        StoreException.Code.BROKEN, "the template was not made", e);
            }
        }
    }

    /// Says what its index says, or the index would not be used.
    private static final String NEXT_DEADLINE =
            "SELECT min(deadline) FROM job_state WHERE deadline IS NOT NULL";

    private final KeptConnection connection;
    private final InstantSource clock;

    /// @param clock the store's clock, which decides every deadline
    public MemoryStore(InstantSource clock) {
        this.clock = clock;
        try {
            var config = new SQLiteConfig();
            config.enforceForeignKeys(true);
            connection = new KeptConnection(config.toProperties());
            connection.deserialize("main", Template.BYTES);
            // Nobody else is connected: what is in the cache need not be checked with each
            // transaction.
            query("PRAGMA locking_mode = EXCLUSIVE");
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.BROKEN, "no store in memory", e);
        }
    }

    InstantSource clock() {
        return clock;
    }

    /// The connection, which stays open when it is closed.
    Connection connect() {
        return connection;
    }

    /// A transaction begins, or is over.
    void inTransaction(boolean now) {
        connection.inTransaction(now);
    }

    boolean isInTransaction() {
        return connection.isInTransaction();
    }

    /// When the next deadline of any job passes, by the store's clock.
    public Optional<Instant> nextDeadline() {
        try (var query = connection.prepareStatement(NEXT_DEADLINE);
                var row = query.executeQuery()) {
            long micros = row.next() ? row.getLong(1) : 0;
            return micros == 0 ? Optional.empty() : Optional.of(Micros.toInstant(micros));
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.BROKEN, "cannot read deadlines", e);
        }
    }

    /// Reads rows, each a list of its columns as texts.
    public List<List<@Nullable String>> query(String sql) {
        try (var statement = connection.prepareStatement(sql);
                var rows = statement.executeQuery()) {
            int columns = rows.getMetaData().getColumnCount();
            var result = new ArrayList<List<@Nullable String>>();
            while (rows.next()) {
                var row = new ArrayList<@Nullable String>(columns);
                for (int i = 1; i <= columns; i++) {
                    row.add(rows.getString(i));
                }
                result.add(row);
            }
            return result;
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.BROKEN, "cannot read: " + sql, e);
        }
    }

    @Override
    public void close() {
        try {
            connection.end();
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.BROKEN, "the store did not close", e);
        }
    }
}
