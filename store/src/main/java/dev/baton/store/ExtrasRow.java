package dev.baton.store;

import dev.baton.protocol.submit.FunctionAddress;
import dev.baton.protocol.submit.JobExtras;

import java.sql.ResultSet;
import java.sql.SQLException;

/// How the extras of a job are laid out in its row of `job`.
final class ExtrasRow {
    static final String COLUMNS = "j.queue, j.executor, j.function, j.unique_key, j.result_ttl";

    /// Of the columns.
    static final int COUNT = 5;

    private ExtrasRow() {}

    /// @param first the place of the first of the columns
    static JobExtras read(ResultSet row, int first) throws SQLException {
        var queue = row.getString(first);
        var key = row.getString(first + 3);
        long ttl = row.getLong(first + 4);
        boolean forEver = row.wasNull();
        if (queue == null && key == null && forEver) {
            return JobExtras.NONE;
        }
        return new JobExtras(
                queue == null
                        ? null
                        : new FunctionAddress(
                                queue, row.getString(first + 1), row.getString(first + 2)),
                key,
                forEver ? null : Micros.toDuration(ttl));
    }
}
