package dev.baton.store;

import org.sqlite.jdbc4.JDBC4Connection;
import org.sqlite.jdbc4.JDBC4PreparedStatement;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/// The connection of a [MemoryStore], which many use one after the other. To close it undoes the transaction that is under way, as a database
/// would; it stays open, and so do its statements, for preparing one takes longer than running it.
final class KeptConnection extends JDBC4Connection {
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private boolean inTransaction;

    KeptConnection(Properties settings) throws SQLException {
        super("jdbc:sqlite::memory:", ":memory:", settings);
    }

    /// A transaction begins, or is over.
    void inTransaction(boolean now) {
        inTransaction = now;
    }

    boolean isInTransaction() {
        return inTransaction;
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int hold)
            throws SQLException {
        var known = statements.get(sql);
        if (known == null) {
            known = new KeptStatement(this, sql);
            statements.put(sql, known);
        }
        return known;
    }

    @Override
    public void close() throws SQLException {
        if (inTransaction) {
            inTransaction = false;
            prepareStatement("ROLLBACK").execute();
        }
    }

    /// Closes it for good, with all of its statements.
    void end() throws SQLException {
        super.close();
    }

    /// A statement that stays open when it is closed.
    private static final class KeptStatement extends JDBC4PreparedStatement {
        KeptStatement(KeptConnection connection, String sql) throws SQLException {
            super(connection, sql);
        }

        @Override
        public void close() throws SQLException {
            clearParameters();
        }
    }
}
