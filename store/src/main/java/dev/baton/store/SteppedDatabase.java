package dev.baton.store;

import java.sql.Connection;
import java.time.Instant;

/// A [MemoryStore] as one orchestrator sees it.
record SteppedDatabase(MemoryStore store, SteppedDialect dialect, int lanes) implements Database {
    @Override
    public Connection connectForLane() {
        return store.connect();
    }

    @Override
    public Connection connectForRead() {
        return store.connect();
    }

    @Override
    public Connection connectForService() {
        return store.connect();
    }

    @Override
    public Connection connectForChange() {
        return store.connect();
    }

    @Override
    public Instant readNow(Connection connection) {
        return dialect.now(new Session(connection, dialect));
    }

    /// The store stays: it is not the orchestrator's.
    @Override
    public void close() {}
}
