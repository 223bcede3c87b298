package dev.baton.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// A kind of database that orchestrators are measured on, and the limit of what it can do.
sealed interface MeasuredStore extends AutoCloseable permits SqliteStore, PostgresStore {
    StoreKind kind();

    /// How it is set up, for people.
    String setting();

    /// An empty database.
    MeasuredDatabase create(String name) throws IOException;

    /// Claims and finishes this many narrow rows by hand-written SQL: nothing on this database is faster.
    ///
    /// @return jobs per second
    double limit(int rows) throws SQLException;

    /// The processor time it took so far, where it is a process of its own.
    java.time.Duration cpu();

    @Override
    void close();

    /// One database of an orchestrator.
    interface MeasuredDatabase {
        /// Makes an orchestrator use it.
        List<String> settings();

        /// Finishes what the database does in the background, so that no round pays for the one before.
        void settle() throws SQLException;

        /// Opens a transaction that has read something and stays open as long as the connection.
        Connection holdSnapshot() throws SQLException;
    }
}
