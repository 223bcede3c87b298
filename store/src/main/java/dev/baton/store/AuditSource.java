package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.PastLease;
import dev.baton.protocol.PlanJson;
import dev.baton.protocol.ProtocolException;

import org.jspecify.annotations.Nullable;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a check of a store reads from it: always in pieces, and all of one snapshot.
final class AuditSource {
    private static final int PAGES_AT_A_TIME = 64;

    /// What there is of it in stores whose lines vouch for rows.
    private static final String EVIDENCE = ", s.report_digest, " + LineEvidence.SUBMISSION_COLUMNS;

    /// Jobs and reports may be large: they are looked at as they come, and not kept.
    private static final int ROWS_AT_A_TIME = 50;

    private static final String PAGES = "SELECT page, at, lines FROM journal";

    private final Session session;
    private final boolean withEvidence;
    private final String jobs;

    AuditSource(Session session) throws SQLException {
        this.session = session;
        int version = SchemaVersion.read(session.connection());
        withEvidence = version >= SchemaVersion.WITH_EVIDENCE;
        String columns =
                version >= SchemaVersion.WITH_INSTANCES
                        ? JobRow.COLUMNS
                        : JobRow.COLUMNS.replace("s.instance", "NULL");
        jobs =
                """
                SELECT %s, j.job_id, j.plan, j.created, s.created, s.rank, s.gate, q.signature, r.submitted_by%s
                FROM job j LEFT JOIN job_state s ON s.job_id = j.job_id
                LEFT JOIN run r ON r.run_id = j.run_id LEFT JOIN requirement q ON q.id = j.requirement
                WHERE j.job_id > ? ORDER BY j.job_id LIMIT ?
                """
                        .formatted(columns, withEvidence ? EVIDENCE : "");
    }

    /// A job with everything that is stored of it but its lines.
    record StoredJob(
            JobId id,
            String plan,
            long created,
            @Nullable JobRow row,
            Place place,
            List<NeededJob> needs,
            List<PastLease> past,
            Evidence evidence) {

        /// Whether the plan is none that this version can read: the job ended, or ends, because of it.
        boolean hasUnreadablePlan() {
            try {
                PlanJson.read(plan);
                return false;
            } catch (ProtocolException _) {
                return true;
            }
        }
    }

    /// The part of a job's row that never changes.
    ///
    /// @param requirement what its queue is for, as the store has it
    /// @param submittedBy who submitted its run, as the store has it
    record Place(
            long created,
            int rank,
            @Nullable String gate,
            @Nullable String requirement,
            @Nullable String submittedBy) {}

    /// What the lines of a job may vouch for, made from its rows.
    ///
    /// @param attempts by the epochs of their leases
    @SuppressWarnings("ArrayRecordComponent") // made to be hashed
    record Evidence(byte[] submission, byte[] end, Map<Integer, byte[]> attempts) {
        private static final byte[] NOTHING = new byte[0];
        static final Evidence NONE = new Evidence(new byte[LineEvidence.BYTES], NOTHING, Map.of());

        byte[] of(JournalLine line) {
            return switch (line.event().kind()) {
                case SUBMITTED -> submission;
                case FINISHED -> end;
                case REQUEUED -> attempts.getOrDefault(line.event().epoch(), NOTHING);
                case UNBLOCKED, ADMITTED, GRANTED, ACKNOWLEDGED, CANCEL_REQUESTED, WOKEN -> NOTHING;
            };
        }
    }

    /// A job that another one needs, as it stands.
    ///
    /// @param standing nothing if it has no state at all
    record NeededJob(JobId id, @Nullable Standing standing, long finishedAt) {}

    /// A row that cannot be read is one that nobody can vouch for.
    record UnreadableJob(JobId id, String why) {}

    /// The jobs after one, in the order of their ids.
    List<StoredJob> jobsAfter(long job, int limit, Collection<UnreadableJob> unreadable)
            throws SQLException {
        var statement = session.statement(jobs);
        statement.setFetchSize(ROWS_AT_A_TIME);
        statement.setLong(1, job);
        statement.setInt(2, limit);
        var read = Session.query(statement, row -> job(row, unreadable));
        var ids = read.stream().mapToLong(found -> found.id().value()).toArray();
        var needs = needs(ids);
        var past = past(ids);
        var attempts = attempts(ids);
        return read.stream()
                .map(
                        found ->
                                new StoredJob(
                                        found.id,
                                        found.plan,
                                        found.created,
                                        found.row,
                                        found.place,
                                        needs.getOrDefault(found.id, List.of()),
                                        past.getOrDefault(found.id, List.of()),
                                        whole(
                                                found.evidence,
                                                needs.getOrDefault(found.id, List.of()),
                                                attempts.getOrDefault(found.id, Map.of()))))
                .toList();
    }

    private static Evidence whole(
            Evidence read, List<NeededJob> needs, Map<Integer, byte[]> attempts) {
        var ids = needs.stream().map(need -> need.id().value()).sorted().toList();
        return new Evidence(LineEvidence.ofSubmission(read.submission, ids), read.end, attempts);
    }

    private StoredJob job(ResultSet row, Collection<UnreadableJob> unreadable) throws SQLException {
        int fixed = JobRow.COLUMN_COUNT;
        var id = new JobId(row.getLong(fixed + 1));
        JobRow state = null;
        row.getLong(1);
        if (!row.wasNull()) {
            try {
                state = JobRow.read(row);
            } catch (RuntimeException e) {
                unreadable.add(new UnreadableJob(id, String.valueOf(e.getMessage())));
            }
        }
        return new StoredJob(
                id,
                row.getString(fixed + 2),
                row.getLong(fixed + 3),
                state,
                new Place(
                        row.getLong(fixed + 4),
                        row.getInt(fixed + 5),
                        row.getString(fixed + 6),
                        row.getString(fixed + 7),
                        row.getString(fixed + 8)),
                List.of(),
                List.of(),
                withEvidence ? evidence(row, fixed + 9) : Evidence.NONE);
    }

    private static Evidence evidence(ResultSet row, int first) throws SQLException {
        return new Evidence(
                LineEvidence.submission(row, first + 1),
                JobRow.endEvidence(
                        row,
                        row.getObject(first + LineEvidence.RESULT_TTL_COLUMN) != null,
                        row.getBytes(first)),
                Map.of());
    }

    private Map<JobId, Map<Integer, byte[]>> attempts(long[] ids) throws SQLException {
        var attempts = new HashMap<JobId, Map<Integer, byte[]>>();
        if (withEvidence) {
            session.queryAmong(
                    "SELECT job_id, epoch, %s FROM past_lease WHERE job_id %s"
                            .formatted(LineEvidence.ATTEMPT_COLUMNS, session.dialect().amongIds()),
                    ids,
                    row ->
                            attempts.computeIfAbsent(
                                            new JobId(row.getLong(1)), _ -> new HashMap<>())
                                    .put(row.getInt(2), LineEvidence.attempt(row, 3)));
        }
        return attempts;
    }

    private Map<JobId, List<NeededJob>> needs(long[] ids) throws SQLException {
        var sql =
                """
                SELECT n.job_id, n.need_id, s.standing, s.finished_at FROM need n
                LEFT JOIN job_state s ON s.job_id = n.need_id WHERE n.job_id %s ORDER BY n.need_id
                """
                        .formatted(session.dialect().amongIds());
        var needs = new HashMap<JobId, List<NeededJob>>();
        session.queryAmong(
                sql,
                ids,
                row -> {
                    int standing = row.getInt(3);
                    var need =
                            new NeededJob(
                                    new JobId(row.getLong(2)),
                                    row.wasNull() ? null : Codes.standing(standing),
                                    row.getLong(4));
                    return needs.computeIfAbsent(new JobId(row.getLong(1)), _ -> new ArrayList<>())
                            .add(need);
                });
        return needs;
    }

    private Map<JobId, List<PastLease>> past(long[] ids) throws SQLException {
        var sql = JobQueries.PAST_LEASES.formatted(session.dialect().amongIds());
        var past = new HashMap<JobId, List<PastLease>>();
        session.queryAmong(sql, ids, JobQueries::pastLease)
                .forEach(
                        row ->
                                past.computeIfAbsent(row.job(), _ -> new ArrayList<>())
                                        .add(row.lease()));
        return past;
    }

    /// States that belong to no job.
    List<JobId> statesWithoutJob() throws SQLException {
        return Session.query(
                session.statement(
                        """
                        SELECT s.job_id FROM job_state s
                        WHERE NOT EXISTS (SELECT 1 FROM job j WHERE j.job_id = s.job_id) ORDER BY s.job_id
                        """),
                row -> new JobId(row.getLong(1)));
    }

    /// Takes a page of the journal.
    @FunctionalInterface
    interface PageSink {
        void page(long page, long atMicros, byte[] lines) throws SQLException;
    }

    /// Reads the pages with these numbers that there are, a few at a time.
    void pages(long[] numbers, PageSink sink) throws SQLException {
        var sql = PAGES + " WHERE page " + session.dialect().amongIds();
        for (int from = 0; from < numbers.length; from += PAGES_AT_A_TIME) {
            int to = Math.min(numbers.length, from + PAGES_AT_A_TIME);
            var statement = session.statement(sql);
            session.dialect().bindIds(statement, 1, Arrays.copyOfRange(numbers, from, to));
            each(statement, sink);
        }
    }

    /// Reads the whole journal, as nearly in the order of its commits as can be told.
    void journal(PageSink sink) throws SQLException {
        try (var statement =
                session.connection()
                        .prepareStatement(
                                PAGES + " ORDER BY " + session.dialect().journalOrder())) {
            statement.setFetchSize(PAGES_AT_A_TIME);
            each(statement, sink);
        }
    }

    private static void each(PreparedStatement statement, PageSink sink) throws SQLException {
        try (var rows = statement.executeQuery()) {
            while (rows.next()) {
                sink.page(rows.getLong(1), rows.getLong(2), rows.getBytes(3));
            }
        }
    }

    /// For each of these jobs that there is, the pages that its row names.
    Map<JobId, Set<Long>> pagesOf(long[] jobs) throws SQLException {
        var named = new HashMap<JobId, Set<Long>>();
        session.queryAmong(
                "SELECT job_id, audit_pages FROM job_state WHERE job_id "
                        + session.dialect().amongIds(),
                jobs,
                row -> {
                    var pages =
                            named.computeIfAbsent(new JobId(row.getLong(1)), _ -> new HashSet<>());
                    AuditTrail.stretches(row.getBytes(2)).forEach(one -> pages.add(one.page()));
                    return pages;
                });
        return named;
    }

    /// A gate, and how many jobs take up a place at it and wait at it by their rows.
    record CountedGate(String key, int limit, int taken, int holders, int waiting) {}

    List<CountedGate> gates() throws SQLException {
        return Session.query(
                session.statement(
                        """
                        SELECT g.key, g."limit", g.taken, coalesce(c.holders, 0), coalesce(c.waiting, 0) FROM gate g
                        LEFT JOIN (SELECT gate, sum(CASE standing WHEN 2 THEN 0 ELSE 1 END) AS holders,
                                sum(CASE standing WHEN 2 THEN 1 ELSE 0 END) AS waiting
                            FROM job_state WHERE gate IS NOT NULL AND standing BETWEEN 2 AND 6 GROUP BY gate) c
                        ON c.gate = g.key ORDER BY g.key
                        """),
                row ->
                        new CountedGate(
                                row.getString(1),
                                row.getInt(2),
                                row.getInt(3),
                                row.getInt(4),
                                row.getInt(5)));
    }
}
