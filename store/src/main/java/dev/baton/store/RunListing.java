package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.core.Status;
import dev.baton.store.Views.RunPage;
import dev.baton.store.Views.RunView;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// Reads runs with the counts of their jobs. A page has as many runs as can be counted with a look at [#MAX_COUNTED] jobs, and
/// always one.
final class RunListing {
    static final int MAX_COUNTED = 20_000;

    private final Connection connection;
    private final Dialect dialect;

    RunListing(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    List<RunView> one(RunId run) throws SQLException {
        return counted(runs("run_id = ?", run.value(), 1));
    }

    RunPage page(@Nullable RunId before, int limit) throws SQLException {
        var runs = runs("run_id < ?", before == null ? Long.MAX_VALUE : before.value(), limit + 1);
        boolean more = runs.size() > limit;
        var shown = countable(runs.subList(0, Math.min(limit, runs.size())));
        return new RunPage(
                counted(shown), more || shown.size() < runs.size() ? shown.getLast().id() : null);
    }

    SequencedMap<JobId, Status> statusesOf(RunId run) throws SQLException {
        var statuses = new LinkedHashMap<JobId, Status>();
        try (var query =
                connection.prepareStatement(
                        """
                        SELECT j.job_id, s.standing FROM job j JOIN job_state s ON s.job_id = j.job_id
                        WHERE j.run_id = ? ORDER BY j.job_id
                        """)) {
            query.setLong(1, run.value());
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    statuses.put(
                            new JobId(rows.getLong(1)), Codes.standing(rows.getInt(2)).status());
                }
            }
        }
        return statuses;
    }

    private List<RunView> runs(String condition, long parameter, int limit) throws SQLException {
        var sql =
                """
                SELECT run_id, name, labels, submitted_by, created FROM run
                WHERE %s AND NOT EXISTS (SELECT 1 FROM partial_run p WHERE p.run_id = run.run_id)
                ORDER BY run_id DESC LIMIT ?
                """
                        .formatted(condition);
        try (var query = connection.prepareStatement(sql)) {
            query.setLong(1, parameter);
            query.setInt(2, limit);
            return Session.query(
                    query,
                    row ->
                            new RunView(
                                    new RunId(row.getLong(1)),
                                    row.getString(2),
                                    LabelsJson.read(row.getString(3)),
                                    row.getString(4),
                                    Micros.toInstant(row.getLong(5)),
                                    Map.of()));
        }
    }

    /// The first of them, as far as their jobs can be counted for one answer.
    private List<RunView> countable(List<RunView> runs) throws SQLException {
        if (runs.size() < 2) {
            return runs;
        }
        var jobs = new LinkedHashMap<Long, Integer>();
        try (var query =
                connection.prepareStatement(
                        """
                        SELECT run_id FROM job WHERE run_id <= ? AND run_id >= ? ORDER BY run_id DESC LIMIT ?
                        """)) {
            query.setLong(1, runs.getFirst().id().value());
            query.setLong(2, runs.getLast().id().value());
            query.setInt(3, MAX_COUNTED + 1);
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    jobs.merge(rows.getLong(1), 1, Integer::sum);
                }
            }
        }
        if (jobs.values().stream().mapToInt(Integer::intValue).sum() <= MAX_COUNTED) {
            return runs;
        }
        // The last of them may have more jobs than were looked at.
        long last = jobs.sequencedKeySet().getLast();
        var whole = runs.stream().takeWhile(run -> run.id().value() > last).toList();
        return whole.isEmpty() ? runs.subList(0, 1) : whole;
    }

    private List<RunView> counted(List<RunView> runs) throws SQLException {
        var counts = new HashMap<Long, Map<Status, Integer>>();
        var sql =
                """
                SELECT j.run_id, s.standing, count(*) FROM job j JOIN job_state s ON s.job_id = j.job_id
                WHERE j.run_id %s GROUP BY j.run_id, s.standing
                """
                        .formatted(dialect.amongIds());
        try (var query = connection.prepareStatement(sql)) {
            dialect.bindIds(query, 1, runs.stream().mapToLong(run -> run.id().value()).toArray());
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    counts.computeIfAbsent(rows.getLong(1), _ -> new EnumMap<>(Status.class))
                            .merge(
                                    Codes.standing(rows.getInt(2)).status(),
                                    rows.getInt(3),
                                    Integer::sum);
                }
            }
        }
        var views = new ArrayList<RunView>();
        for (var run : runs) {
            views.add(
                    new RunView(
                            run.id(),
                            run.name(),
                            run.labels(),
                            run.by(),
                            run.created(),
                            counts.getOrDefault(run.id().value(), Map.of())));
        }
        return views;
    }
}
