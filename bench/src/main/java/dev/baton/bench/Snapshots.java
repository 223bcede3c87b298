package dev.baton.bench;

import java.sql.Connection;
import java.sql.SQLException;

/// Transactions that someone forgot to end.
final class Snapshots {
    private Snapshots() {}

    /// Begins a transaction on the connection and reads in it, so that it has a snapshot.
    static Connection hold(Connection connection) throws SQLException {
        try {
            connection.setAutoCommit(false);
            try (var statement = connection.createStatement();
                    var rows = statement.executeQuery("SELECT count(*) FROM run")) {
                rows.next();
            }
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }
}
