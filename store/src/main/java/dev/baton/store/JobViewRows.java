package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.core.Status;
import dev.baton.store.Views.JobView;
import dev.baton.store.Views.OutcomeView;
import dev.baton.store.Views.Times;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// Reads jobs for people.
final class JobViewRows {
    private static final int CHARACTERS_WITHOUT_TEXTS = 600;
    private static final int CHARACTERS_OF_AN_ID = 24;

    private JobViewRows() {}

    private static final String GATE_LIMIT =
            "(SELECT g.\"limit\" FROM gate g WHERE g.key = s.gate)";

    static final String SELECT =
            """
            SELECT s.job_id, j.run_id, j.name, j.kind, s.standing, s.attempt, s.epoch, s.rank, q.signature, s.gate,
                   s.needs, s.phase_by, j.retry_of, s.created, s.started_at, s.finished_at, s.runner, s.cause,
                   s.reason, s.report, s.progress, j.plan, j.spec, %s, %s
            FROM job_state s JOIN job j ON j.job_id = s.job_id JOIN requirement q ON q.id = j.requirement
            """
                    .formatted(ExtrasRow.COLUMNS, GATE_LIMIT);

    /// The same without what lists do not show: plan, spec, progress, what the last runner reported, and the limit of the gate.
    static final String SELECT_BRIEF =
            SELECT.replace("s.report, s.progress, j.plan, j.spec,", "NULL, NULL, '', '',")
                    .replace(GATE_LIMIT, "NULL");

    /// About how much text a job in a list has.
    static long characters(JobView job) {
        var outcome = job.outcome();
        return CHARACTERS_WITHOUT_TEXTS
                + job.name().length()
                + job.requirement().length()
                + (long) job.needs().size() * CHARACTERS_OF_AN_ID
                + (outcome == null ? 0 : outcome.why().length());
    }

    static JobView read(ResultSet row) throws SQLException {
        var standing = Codes.standing(row.getInt(5));
        long retryOf = row.getLong(13);
        return new JobView(
                new JobId(row.getLong(1)),
                new RunId(row.getLong(2)),
                row.getString(3),
                row.getString(4),
                standing.status(),
                waits(row, standing),
                row.getInt(6),
                row.getInt(7),
                -row.getInt(8),
                row.getString(9),
                row.getString(10),
                List.of(),
                retryOf == 0 ? null : new JobId(retryOf),
                new Times(
                        Micros.toInstant(row.getLong(14)),
                        standing == Standing.DELAYED ? time(row, 12) : null,
                        time(row, 15),
                        time(row, 16)),
                row.getString(17),
                outcome(row, standing.status()),
                row.getString(21),
                row.getString(22),
                row.getString(23),
                ExtrasRow.read(row, 24),
                limit(row));
    }

    /// The same jobs with what they need.
    static List<JobView> withNeeds(Connection connection, Dialect dialect, List<JobView> jobs)
            throws SQLException {
        if (jobs.isEmpty()) {
            return jobs;
        }
        var needs = new HashMap<JobId, List<JobId>>();
        var sql =
                "SELECT job_id, need_id FROM need WHERE job_id %s ORDER BY need_id"
                        .formatted(dialect.amongIds());
        try (var query = connection.prepareStatement(sql)) {
            dialect.bindIds(query, 1, jobs.stream().mapToLong(j -> j.id().value()).toArray());
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    needs.computeIfAbsent(new JobId(rows.getLong(1)), _ -> new ArrayList<>())
                            .add(new JobId(rows.getLong(2)));
                }
            }
        }
        return jobs.stream()
                .map(job -> withNeeds(job, needs.getOrDefault(job.id(), List.of())))
                .toList();
    }

    private static JobView withNeeds(JobView job, List<JobId> needs) {
        return new JobView(
                job.id(),
                job.run(),
                job.name(),
                job.kind(),
                job.status(),
                job.waits(),
                job.attempt(),
                job.epoch(),
                job.priority(),
                job.requirement(),
                job.gate(),
                needs,
                job.retryOf(),
                job.times(),
                job.runner(),
                job.outcome(),
                job.progress(),
                job.plan(),
                job.spec(),
                job.extras(),
                job.gateLimit());
    }

    private static @Nullable String waits(ResultSet row, Standing standing) throws SQLException {
        return switch (standing) {
            case BLOCKED -> "for " + row.getInt(11) + " of the jobs it needs";
            case DELAYED -> "until " + Micros.toInstant(row.getLong(12));
            case GATED -> "at gate " + row.getString(10);
            case READY -> "for a runner that fits";
            case LEASED, RUNNING, CANCELING, SUCCEEDED, FAILED, CANCELED -> null;
        };
    }

    private static @Nullable OutcomeView outcome(ResultSet row, Status status) throws SQLException {
        return status.isFinal()
                ? new OutcomeView(
                        Codes.cause(row.getInt(18)).name(), row.getString(19), row.getString(20))
                : null;
    }

    private static @Nullable Integer limit(ResultSet row) throws SQLException {
        int limit = row.getInt(24 + ExtrasRow.COUNT);
        return row.wasNull() ? null : limit;
    }

    private static @Nullable Instant time(ResultSet row, int column) throws SQLException {
        long micros = row.getLong(column);
        return row.wasNull() ? null : Micros.toInstant(micros);
    }
}
