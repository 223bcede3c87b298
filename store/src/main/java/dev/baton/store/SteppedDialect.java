package dev.baton.store;

import org.sqlite.SQLiteErrorCode;

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
    public void begin(Session session) throws SQLException {
        super.begin(session);
        store.inTransaction(true);
    }

    private static SQLException fullDisk() {
        return new SQLException("database or disk is full", null, SQLiteErrorCode.SQLITE_FULL.code);
    }

    @Override
    public void commit(Session session) throws SQLException {
        switch (fates.get()) {
            case DONE -> commitAndTell(session);
            case REFUSED -> throw fullDisk();
            case CUT_BEFORE -> throw new Cut();
            case CUT_AFTER -> {
                commitAndTell(session);
                throw new Cut();
            }
            case DIED_BEFORE -> throw died();
            case DIED_AFTER -> {
                commitAndTell(session);
                throw died();
            }
            case FORGOTTEN -> rollback(session);
        }
    }

    /// Whoever hears of this is dead: it only has to end what it does.
    private static StoreException died() {
        return new StoreException(StoreException.Code.UNAVAILABLE, "the orchestrator died");
    }

    private void commitAndTell(Session session) throws SQLException {
        super.commit(session);
        store.inTransaction(false);
        var told = List.copyOf(untold);
        untold.clear();
        told.forEach(neighbours);
    }

    /// There may be nothing to undo: a commit that is done can look as if it were not.
    @Override
    public void rollback(Session session) throws SQLException {
        untold.clear();
        if (store.isInTransaction()) {
            store.inTransaction(false);
            super.rollback(session);
        }
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
