package dev.baton.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/// A database that is migrated and can be connected to.
interface Database extends AutoCloseable {
    Dialect dialect();

    /// How many transactions may be under way at once.
    int lanes();

    /// Whether other orchestrators may work on it too.
    default boolean isShared() {
        return false;
    }

    /// A connection that a lane keeps for itself.
    Connection connectForLane() throws SQLException;

    /// A connection for a read that a user asked for, to be closed soon. There are few: lists wait for each other.
    Connection connectForRead() throws SQLException;

    /// A connection for a short read that runners wait for, or the orchestrator itself: who it is that asks, whether a lease is
    /// live. What users read does not use them up.
    Connection connectForService() throws SQLException;

    /// A connection for a small change outside of the lanes, e.g. to the tokens; commits by itself.
    Connection connectForChange() throws SQLException;

    /// The store's clock, for a read.
    Instant readNow(Connection connection) throws SQLException;

    @Override
    void close();
}
