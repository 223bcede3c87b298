package dev.baton.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// SQLite whose commits meet a fate, and tell the neighbours.
final class SteppedDialect extends SqliteDialect {
    private final MemoryStore store;
    private final Supplier<CommitFate> fates;
    private final Consumer<Notice> neighbours;
    private final boolean checksVersions;
    private final List<Notice> untold = new ArrayList<>();

    SteppedDialect(MemoryStore store, SteppedEngine.Circumstances circumstances) {
        super(store.clock());
        this.store = store;
        this.fates = circumstances.fates();
        this.neighbours = circumstances.neighbours();
        this.checksVersions = circumstances.checksVersions();
    }

    /// A connection that broke.
    private static final class Cut extends SQLException {
        private static final long serialVersionUID = 1;

        Cut() {
            super("the connection broke");
        }
    }

    /// Told when the transaction is committed.
    void tell(Notice notice) {
        untold.add(notice);
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        super.begin(connection);
        store.inTransaction(true);
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        switch (fates.get()) {
            case DONE -> commitAndTell(connection);
            case REFUSED -> throw new SQLException("database or disk is full");
            case CUT_BEFORE -> throw new Cut();
            case CUT_AFTER -> {
                commitAndTell(connection);
                throw new Cut();
            }
            case DIED_BEFORE -> throw died();
            case DIED_AFTER -> {
                commitAndTell(connection);
                throw died();
            }
            case FORGOTTEN -> rollback(connection);
        }
    }

    /// Whoever hears of this is dead: it only has to end what it does.
    private static StoreException died() {
        return new StoreException(StoreException.Code.UNAVAILABLE, "the orchestrator died");
    }

    private void commitAndTell(Connection connection) throws SQLException {
        super.commit(connection);
        store.inTransaction(false);
        var told = List.copyOf(untold);
        untold.clear();
        told.forEach(neighbours);
    }

    @Override
    public void rollback(Connection connection) throws SQLException {
        untold.clear();
        store.inTransaction(false);
        super.rollback(connection);
    }

    @Override
    public int updateStates(Session session, List<Entry> entries) throws SQLException {
        int written = super.updateStates(session, entries);
        return checksVersions ? written : entries.size();
    }

    @Override
    public boolean isConnectionLost(SQLException e) {
        return e instanceof Cut;
    }
}
