package dev.baton.store;

import dev.baton.core.Status;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Finds the jobs of a SQLite store that are not over by the partial indexes that the queues and the sweep have anyway: an
/// index for lists would be written each time a job is granted.
final class SqliteLiveJobs {
    /// Each says what its index says, or the index would not be used.
    private static final List<String> QUEUED =
            List.of(
                    "SELECT job_id, 1 FROM job_state WHERE standing = 3 LIMIT ?",
                    "SELECT job_id, 1 FROM job_state WHERE standing < 3 LIMIT ?");

    private static final List<String> HELD =
            List.of(
                    "SELECT job_id, standing = %d FROM job_state WHERE deadline IS NOT NULL LIMIT ?");

    private SqliteLiveJobs() {}

    /// The jobs of a status, newest first, or null if that would take a look at more than `most`.
    static @Nullable List<Long> find(Connection connection, Status status, int most)
            throws SQLException {
        return switch (status) {
            case QUEUED -> gather(connection, QUEUED, 0, most);
            case LEASED -> gather(connection, HELD, Codes.of(Standing.LEASED), most);
            case RUNNING -> gather(connection, HELD, Codes.of(Standing.RUNNING), most);
            case CANCELING -> gather(connection, HELD, Codes.of(Standing.CANCELING), most);
            case SUCCEEDED, FAILED, CANCELED -> null;
        };
    }

    private static @Nullable List<Long> gather(
            Connection connection, List<String> queries, int standing, int most)
            throws SQLException {
        var jobs = new ArrayList<Long>();
        int visited = 0;
        for (String sql : queries) {
            try (var query = connection.prepareStatement(sql.formatted(standing))) {
                query.setInt(1, most - visited + 1);
                try (var rows = query.executeQuery()) {
                    while (rows.next()) {
                        visited++;
                        if (rows.getBoolean(2)) {
                            jobs.add(rows.getLong(1));
                        }
                    }
                }
            }
            if (visited > most) {
                return null;
            }
        }
        jobs.sort(Comparator.reverseOrder());
        return jobs;
    }
}
