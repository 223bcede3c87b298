package dev.baton.store;

import dev.baton.core.JobId;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Single texts of jobs, and how long those are that may be long, without reading them.
final class JobTexts {
    private JobTexts() {}

    static long characters(Connection connection, Dialect dialect, Collection<JobId> jobs)
            throws SQLException {
        var ids = jobs.stream().mapToLong(JobId::value).sorted().toArray();
        var sql =
                """
                SELECT coalesce(sum(n), 0) FROM (
                    SELECT octet_length(spec) AS n FROM job WHERE job_id %1$s
                    UNION ALL SELECT octet_length(report) FROM job_state WHERE job_id %1$s
                    UNION ALL SELECT octet_length(report) FROM past_lease WHERE job_id %1$s) texts
                """
                        .formatted(dialect.amongIds());
        try (var query = connection.prepareStatement(sql)) {
            for (int i = 1; i <= 3; i++) {
                dialect.bindIds(query, i, ids);
            }
            return Session.query(query, row -> row.getLong(1)).getFirst();
        }
    }

    static Map<JobId, String> names(Connection connection, Dialect dialect, Collection<JobId> jobs)
            throws SQLException {
        var names = new HashMap<JobId, String>();
        var sql = "SELECT job_id, name FROM job WHERE job_id " + dialect.amongIds();
        try (var query = connection.prepareStatement(sql)) {
            dialect.bindIds(query, 1, jobs.stream().mapToLong(JobId::value).toArray());
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    names.put(new JobId(rows.getLong(1)), rows.getString(2));
                }
            }
        }
        return names;
    }

    static Optional<String> one(Connection connection, String sql, JobId job) throws SQLException {
        try (var query = connection.prepareStatement(sql)) {
            query.setLong(1, job.value());
            return Session.query(query, row -> row.getString(1)).stream().findFirst();
        }
    }
}
