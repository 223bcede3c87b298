package dev.baton.store;

import dev.baton.core.JobId;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Optional;

/// The texts of jobs that may be long: how long they are, without reading them.
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

    static Optional<String> one(Connection connection, String sql, JobId job) throws SQLException {
        try (var query = connection.prepareStatement(sql)) {
            query.setLong(1, job.value());
            return Session.query(query, row -> row.getString(1)).stream().findFirst();
        }
    }
}
