package dev.baton.store;

import java.sql.Connection;
import java.sql.SQLException;

/// Which version of the schema a store has.
final class SchemaVersion {
    /// The newest that this version of Baton knows: the number of its last migration.
    static final int NEWEST = 10;

    /// The oldest that can be read as it is. From here on the tables of jobs and their journal are the same.
    private static final int OLDEST_READABLE = 1;

    /// The first in which a lease knows the process that it was granted to.
    static final int WITH_INSTANCES = 6;

    /// From this one on there are audit lines that vouch for rows.
    static final int WITH_EVIDENCE = 9;

    private SchemaVersion() {}

    /// @throws StoreException if the store has no schema of ours, or a newer one
    static int requireReadable(Connection connection) throws SQLException {
        int version = read(connection);
        if (version < OLDEST_READABLE || version > NEWEST) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, refusal(version));
        }
        return version;
    }

    static String refusal(int version) {
        return version > NEWEST
                ? ("the store has schema version %d, and this Baton knows versions up to %d:"
                                + " a newer Baton has been at it, start that one")
                        .formatted(version, NEWEST)
                : "this is no store of Baton: it has no schema version";
    }

    static int read(Connection connection) throws SQLException {
        try (var query = connection.createStatement();
                var row =
                        query.executeQuery(
                                "SELECT max(CAST(version AS integer)) FROM schema_history WHERE success")) {
            row.next();
            return row.getInt(1);
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, refusal(0), e);
        }
    }
}
