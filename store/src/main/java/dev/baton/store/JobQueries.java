package dev.baton.store;

import dev.baton.core.Gate;
import dev.baton.core.GateKey;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.LeaseDigest;
import dev.baton.core.LeaseHolder;
import dev.baton.core.PastLease;
import dev.baton.core.Requirement;
import dev.baton.core.RetryPolicy;
import dev.baton.core.RunId;
import dev.baton.core.RunnerId;
import dev.baton.protocol.ProtocolException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a transaction reads, always in sets. The rows of `job_state` are the locks: whoever has a job's row
/// may change everything that hangs on it.
final class JobQueries {
    private static final Logger LOG = LoggerFactory.getLogger(JobQueries.class);

    static final String FIXED_COLUMNS =
            "j.job_id, j.run_id, j.name, j.kind, j.requirement, j.plan,"
                    // Many of them are read at once: large ones are read when they are needed.
                    + " CASE WHEN octet_length(j.spec) <= 4096 THEN j.spec END, j.has_dependents,"
                    + " j.retry_of, j.created, "
                    + ExtrasRow.COLUMNS;

    static final String PAST_LEASES =
            """
            SELECT job_id, epoch, lease_digest, runner, credential, lease_end, at FROM past_lease
            WHERE job_id %s ORDER BY job_id, epoch
            """;

    private static final int MOST_LOOKS = 10;

    private final Session session;
    private final KnownJobs knownJobs;
    private final Plans plans = new Plans();
    private final String lockById;
    private final String existingById;
    private final String freeById;
    private final String fixedById;
    private final String pastById;
    private final String readyInOrder;

    /// Whether the fixed parts of ready jobs are read with their states: most are known, but to ask for the others costs a round trip.
    private final boolean fixedWithState;

    private final String gatedInOrder;
    private final String dependentsOf;

    JobQueries(Session session, KnownJobs knownJobs) {
        this.session = session;
        this.knownJobs = knownJobs;
        var dialect = session.dialect();
        lockById =
                "SELECT %s FROM job_state s WHERE s.job_id %s ORDER BY s.job_id%s"
                        .formatted(JobRow.COLUMNS, dialect.amongIds(), dialect.forUpdate());
        existingById = "SELECT s.job_id FROM job_state s WHERE s.job_id " + dialect.amongIds();
        freeById = existingById + dialect.forUpdateSkippingLocked();
        fixedById =
                "SELECT %s FROM job j WHERE j.job_id %s"
                        .formatted(FIXED_COLUMNS, dialect.amongIds());
        pastById = PAST_LEASES.formatted(dialect.amongIds());
        fixedWithState = !dialect.isInProcess();
        readyInOrder =
                """
                SELECT %s%s FROM %s s%s
                WHERE s.standing = 3 AND s.requirement = ? AND (s.rank, s.created, s.job_id) > (?, ?, ?)
                ORDER BY s.rank, s.created, s.job_id%s%s
                """
                        .formatted(
                                JobRow.COLUMNS,
                                fixedWithState ? ", " + FIXED_COLUMNS : "",
                                dialect.queuedJobs(),
                                fixedWithState ? " JOIN job j ON j.job_id = s.job_id" : "",
                                dialect.limit(),
                                dialect.forUpdateSkippingLocked());
        gatedInOrder =
                """
                SELECT %s FROM %s s WHERE s.standing = 2 AND s.gate = ?
                ORDER BY s.rank, s.created, s.job_id%s%s
                """
                        .formatted(
                                JobRow.COLUMNS,
                                dialect.queuedJobs(),
                                dialect.limit(),
                                dialect.forUpdate());
        dependentsOf =
                "SELECT need_id, job_id FROM need WHERE need_id %s".formatted(dialect.amongIds());
    }

    /// Loads and locks jobs. Ids that do not exist are not in the result.
    ///
    /// A job that another transaction moved to another shelf while this one waited for it is on neither for this
    /// statement: the next one finds it.
    List<Entry> lock(Collection<JobId> ids) throws SQLException {
        var entries = new ArrayList<Entry>();
        var missing = new LinkedHashSet<>(ids);
        for (int i = 0; i < MOST_LOOKS && !missing.isEmpty(); i++) {
            if (i > 0) {
                missing.retainAll(existing(missing));
            }
            if (!missing.isEmpty()) {
                for (var entry :
                        entries(session.queryAmong(lockById, numbers(missing), JobRow::read))) {
                    entries.add(entry);
                    missing.remove(entry.fixed.id());
                }
            }
        }
        return entries;
    }

    /// What runners are told of these jobs.
    Map<JobId, String> specs(Collection<JobId> ids) throws SQLException {
        var specs = new HashMap<JobId, String>();
        session.queryAmong(
                        "SELECT job_id, spec FROM job WHERE job_id " + session.dialect().amongIds(),
                        numbers(ids),
                        row -> Map.entry(new JobId(row.getLong(1)), row.getString(2)))
                .forEach(spec -> specs.put(spec.getKey(), spec.getValue()));
        return specs;
    }

    private List<JobId> existing(Collection<JobId> ids) throws SQLException {
        var found = session.queryAmong(fixedById, numbers(ids), row -> fixed(row, 0));
        found.forEach(knownJobs::put);
        return found.stream().map(FixedJob::id).toList();
    }

    /// Which of these jobs another transaction has locked. Waits for none of them.
    Set<JobId> lockedElsewhere(Collection<JobId> ids) throws SQLException {
        var locked = new HashSet<JobId>();
        if (!ids.isEmpty()) {
            session.queryAmong(existingById, numbers(ids), row -> locked.add(id(row)));
            session.queryAmong(freeById, numbers(ids), row -> locked.remove(id(row)));
        }
        return locked;
    }

    private static JobId id(ResultSet row) throws SQLException {
        return new JobId(row.getLong(1));
    }

    /// A job that this lane remembers in the hands of a runner. Not locked.
    @Nullable Entry remembered(JobId id) {
        var row = knownJobs.held(id);
        return row == null || !knownJobs.has(id) ? null : row.remembered(knownJobs.get(id));
    }

    /// Locks the first ready jobs of a queue that nobody else has locked.
    List<Entry> lockReady(int requirement, Position after, int limit) throws SQLException {
        var statement = session.statement(readyInOrder);
        statement.setInt(1, requirement);
        statement.setInt(2, after.rank());
        statement.setLong(3, after.created());
        statement.setLong(4, after.job());
        statement.setInt(5, limit);
        var rows =
                Session.query(
                        statement,
                        row -> {
                            if (fixedWithState) {
                                knownJobs.put(fixed(row, JobRow.COLUMN_COUNT));
                            }
                            return JobRow.read(row);
                        });
        return entries(rows);
    }

    /// Locks the first jobs that wait at a gate.
    List<Entry> lockGated(GateKey gate, int limit) throws SQLException {
        var statement = session.statement(gatedInOrder);
        statement.setString(1, gate.value());
        statement.setInt(2, limit);
        return entries(Session.query(statement, JobRow::read));
    }

    /// Who waits for these jobs.
    List<Tables.NeedRow> dependents(Collection<JobId> needs) throws SQLException {
        return session.queryAmong(
                dependentsOf,
                numbers(needs),
                row -> new Tables.NeedRow(new JobId(row.getLong(1)), new JobId(row.getLong(2))));
    }

    /// The gates with these keys, locked, in the order of their keys so that no two transactions wait in a circle.
    Map<GateKey, Gate> lockGates(Collection<GateKey> keys) throws SQLException {
        var gates = new HashMap<GateKey, Gate>();
        var dialect = session.dialect();
        var statement =
                session.statement(
                        "SELECT s.key, s.\"limit\", s.taken FROM gate s WHERE s.key %s ORDER BY s.key%s"
                                .formatted(dialect.amongTexts(), dialect.forUpdate()));
        dialect.bindTexts(statement, 1, keys.stream().map(GateKey::value).sorted().toList());
        Session.query(
                        statement,
                        row ->
                                new Gate(
                                        new GateKey(row.getString(1)),
                                        row.getInt(2),
                                        row.getInt(3)))
                .forEach(gate -> gates.put(gate.key(), gate));
        return gates;
    }

    /// Locks jobs whose deadline passed, the longest overdue first, and passes over those that another transaction has.
    List<JobId> lockDue(Instant now, int limit) throws SQLException {
        var statement =
                session.statement(
                        "SELECT s.job_id FROM job_state s WHERE s.deadline <= ? ORDER BY s.deadline"
                                + session.dialect().limit()
                                + session.dialect().forUpdateSkippingLocked());
        statement.setLong(1, Micros.of(now));
        statement.setInt(2, limit);
        return Session.query(statement, row -> new JobId(row.getLong(1)));
    }

    /// An earlier run of the same owner with the same key, if there is one.
    @Nullable EarlierRun earlierRun(String owner, String key) throws SQLException {
        var statement =
                session.statement(
                        "SELECT run_id, fingerprint FROM run WHERE owner = ? AND key = ?");
        statement.setString(1, owner);
        statement.setString(2, key);
        var found =
                Session.query(
                        statement,
                        row -> new EarlierRun(new RunId(row.getLong(1)), row.getString(2)));
        return found.isEmpty() ? null : found.getFirst();
    }

    record EarlierRun(RunId id, String fingerprint) {}

    /// The jobs of a run by their names, in their order.
    Map<String, JobId> jobsOf(RunId run) throws SQLException {
        var statement =
                session.statement("SELECT name, job_id FROM job WHERE run_id = ? ORDER BY job_id");
        statement.setLong(1, run.value());
        var jobs = new LinkedHashMap<String, JobId>();
        Session.query(statement, row -> jobs.put(row.getString(1), new JobId(row.getLong(2))));
        return jobs;
    }

    private List<Entry> entries(List<JobRow> rows) throws SQLException {
        var past = pastLeases(rows);
        loadFixed(rows);
        var entries = new ArrayList<Entry>(rows.size());
        for (var row : rows) {
            entries.add(
                    row.locked(knownJobs.get(row.id()), past.getOrDefault(row.id(), List.of())));
        }
        return entries;
    }

    private void loadFixed(List<JobRow> rows) throws SQLException {
        Set<JobId> missing = new HashSet<>();
        for (var row : rows) {
            if (!knownJobs.has(row.id())) {
                missing.add(row.id());
            }
        }
        if (!missing.isEmpty()) {
            session.queryAmong(fixedById, numbers(missing), row -> fixed(row, 0))
                    .forEach(knownJobs::put);
        }
    }

    /// Only jobs that were leased before can have any.
    private Map<JobId, List<PastLease>> pastLeases(List<JobRow> rows) throws SQLException {
        var leasedBefore =
                rows.stream()
                        .filter(row -> row.epoch() > 1 || row.wasRequeued())
                        .map(JobRow::id)
                        .toList();
        if (leasedBefore.isEmpty()) {
            return Map.of();
        }
        var past = new HashMap<JobId, List<PastLease>>();
        session.queryAmong(pastById, numbers(leasedBefore), JobQueries::pastLease)
                .forEach(
                        row ->
                                past.computeIfAbsent(row.job(), _ -> new ArrayList<>())
                                        .add(row.lease()));
        return past;
    }

    static Tables.PastLeaseRow pastLease(ResultSet row) throws SQLException {
        return new Tables.PastLeaseRow(
                new JobId(row.getLong(1)),
                new PastLease(
                        row.getInt(2),
                        LeaseDigest.of(row.getBytes(3)),
                        new LeaseHolder(new RunnerId(row.getString(4)), row.getString(5)),
                        Codes.leaseEnd(row.getInt(6)),
                        Micros.toInstant(row.getLong(7))),
                null);
    }

    private FixedJob fixed(ResultSet row, int offset) throws SQLException {
        long retryOf = row.getLong(offset + 9);
        long id = row.getLong(offset + 1);
        JobPlan plan;
        String unreadable = null;
        try {
            plan = plans.read(row.getString(offset + 6));
        } catch (ProtocolException e) {
            LOG.error("plan could not be read job=job_{} reason={}", id, e.getMessage());
            plan = placeOf(id);
            unreadable = "what was stored of it cannot be read: " + e.getMessage();
        }
        return new FixedJob(
                new JobId(id),
                new RunId(row.getLong(offset + 2)),
                row.getString(offset + 3),
                row.getString(offset + 4),
                row.getInt(offset + 5),
                plan,
                row.getString(offset + 7),
                row.getBoolean(offset + 8),
                retryOf == 0 ? null : new JobId(retryOf),
                Micros.toInstant(row.getLong(offset + 10)),
                unreadable,
                ExtrasRow.read(row, offset + 11));
    }

    /// What stands for a plan that cannot be read: the job's place in the queue and at its gate, and nothing else.
    private JobPlan placeOf(long id) throws SQLException {
        var statement = session.statement("SELECT rank, gate FROM job_state WHERE job_id = ?");
        statement.setLong(1, id);
        return Session.query(statement, JobQueries::place).getFirst();
    }

    private static JobPlan place(ResultSet row) throws SQLException {
        return placeOnly(row.getInt(1), row.getString(2), null);
    }

    static JobPlan placeOnly(int rank, @Nullable String gate, @Nullable Instant notBefore) {
        return new JobPlan(
                -rank,
                Requirement.NONE,
                gate == null ? null : new GateKey(gate),
                RetryPolicy.IMAGE,
                JobPlan.DEFAULT_MAX_RUNTIME,
                notBefore);
    }

    private static long[] numbers(Collection<JobId> ids) {
        return ids.stream().mapToLong(JobId::value).sorted().toArray();
    }
}
