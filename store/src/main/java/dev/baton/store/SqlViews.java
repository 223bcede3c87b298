package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseRef;
import dev.baton.core.RunId;
import dev.baton.core.RunnerId;
import dev.baton.core.Status;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// What is asked about jobs, read from the tables. Each call is one snapshot on a connection of the read pool.
final class SqlViews implements Views {
    private final Database database;

    SqlViews(Database database) {
        this.database = database;
    }

    /// A piece of work with a connection.
    @FunctionalInterface
    private interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    @Override
    public Optional<JobView> job(JobId job) {
        return read(
                connection -> {
                    try (var query =
                            connection.prepareStatement(
                                    JobViewRows.SELECT + " WHERE s.job_id = ?")) {
                        query.setLong(1, job.value());
                        return withNeeds(connection, Session.query(query, JobViewRows::read))
                                .stream()
                                .findFirst();
                    }
                });
    }

    @Override
    public List<AttemptView> attempts(JobId job) {
        return read(connection -> AttemptRows.of(connection, job));
    }

    @Override
    public List<JobView> jobs(JobFilter filter, @Nullable JobId before, int limit) {
        var sql = new StringBuilder(JobViewRows.SELECT).append(" WHERE 1 = 1");
        var parameters = new ArrayList<Object>();
        if (before != null) {
            sql.append(" AND s.job_id < ?");
            parameters.add(before.value());
        }
        if (filter.run() != null) {
            sql.append(" AND j.run_id = ?");
            parameters.add(filter.run().value());
        }
        if (filter.name() != null) {
            sql.append(" AND j.name = ?");
            parameters.add(filter.name());
        }
        if (filter.runner() != null) {
            sql.append(" AND s.runner = ?");
            parameters.add(filter.runner());
        }
        if (filter.status() != null) {
            sql.append(" AND ").append(condition(filter.status()));
        }
        sql.append(" ORDER BY s.job_id DESC LIMIT ?");
        parameters.add((long) limit);
        return read(
                connection -> {
                    try (var query = connection.prepareStatement(sql.toString())) {
                        bind(query, parameters);
                        return withNeeds(connection, Session.query(query, JobViewRows::read));
                    }
                });
    }

    /// Names the partial index that has such jobs, so that few running ones are found among millions that are done.
    private static String condition(Status status) {
        var codes =
                Arrays.stream(Standing.values())
                        .filter(standing -> standing.status() == status)
                        .map(standing -> Integer.toString(Codes.of(standing)))
                        .collect(Collectors.joining(", ", "s.standing IN (", ")"));
        return switch (status) {
            case LEASED, RUNNING, CANCELING -> codes + " AND s.deadline IS NOT NULL";
            case FAILED, CANCELED -> codes + " AND s.standing >= 8";
            case QUEUED, SUCCEEDED -> codes;
        };
    }

    private static void bind(PreparedStatement query, List<Object> parameters) throws SQLException {
        for (int i = 0; i < parameters.size(); i++) {
            query.setObject(i + 1, parameters.get(i));
        }
    }

    private List<JobView> withNeeds(Connection connection, List<JobView> jobs) throws SQLException {
        if (jobs.isEmpty()) {
            return jobs;
        }
        var needs = new LinkedHashMap<JobId, List<JobId>>();
        var sql =
                "SELECT job_id, need_id FROM need WHERE job_id %s ORDER BY need_id"
                        .formatted(database.dialect().amongIds());
        try (var query = connection.prepareStatement(sql)) {
            database.dialect()
                    .bindIds(query, 1, jobs.stream().mapToLong(j -> j.id().value()).toArray());
            Session.query(
                            query,
                            row ->
                                    new Tables.NeedRow(
                                            new JobId(row.getLong(2)), new JobId(row.getLong(1))))
                    .forEach(
                            row ->
                                    needs.computeIfAbsent(row.job(), _ -> new ArrayList<>())
                                            .add(row.need()));
        }
        return jobs.stream()
                .map(job -> JobViewRows.withNeeds(job, needs.getOrDefault(job.id(), List.of())))
                .toList();
    }

    @Override
    public Optional<RunView> run(RunId run) {
        return read(connection -> runs(connection, "r.run_id = ?", run.value(), 1)).stream()
                .findFirst();
    }

    @Override
    public List<RunView> runs(@Nullable RunId before, int limit) {
        long bound = before == null ? Long.MAX_VALUE : before.value();
        return read(connection -> runs(connection, "r.run_id < ?", bound, limit));
    }

    private static List<RunView> runs(
            Connection connection, String condition, long parameter, int limit)
            throws SQLException {
        var sql =
                """
                SELECT r.run_id, r.name, r.labels, r.submitted_by, r.created, s.standing, count(*)
                FROM (SELECT * FROM run r WHERE %s ORDER BY r.run_id DESC LIMIT ?) r
                JOIN job j ON j.run_id = r.run_id JOIN job_state s ON s.job_id = j.job_id
                GROUP BY r.run_id, r.name, r.labels, r.submitted_by, r.created, s.standing
                ORDER BY r.run_id DESC
                """
                        .formatted(condition);
        var runs = new LinkedHashMap<RunId, RunView>();
        try (var query = connection.prepareStatement(sql)) {
            query.setLong(1, parameter);
            query.setInt(2, limit);
            for (var part : Session.query(query, SqlViews::runPart)) {
                runs.merge(part.id(), part, SqlViews::together);
            }
        }
        return List.copyOf(runs.values());
    }

    private static RunView runPart(ResultSet row) throws SQLException {
        var jobs = new EnumMap<Status, Integer>(Status.class);
        jobs.put(Codes.standing(row.getInt(6)).status(), row.getInt(7));
        return new RunView(
                new RunId(row.getLong(1)),
                row.getString(2),
                LabelsJson.read(row.getString(3)),
                row.getString(4),
                Micros.toInstant(row.getLong(5)),
                jobs);
    }

    private static RunView together(RunView one, RunView other) {
        var jobs = new EnumMap<Status, Integer>(one.jobs());
        other.jobs().forEach((status, count) -> jobs.merge(status, count, Integer::sum));
        return new RunView(one.id(), one.name(), one.labels(), one.by(), one.created(), jobs);
    }

    @Override
    public List<Extent> extents(Collection<JobId> jobs) {
        return read(
                connection ->
                        new Session(connection, database.dialect())
                                .queryAmong(
                                        "SELECT job_id, audit_seq, standing FROM job_state WHERE job_id "
                                                + database.dialect().amongIds(),
                                        jobs.stream().mapToLong(JobId::value).toArray(),
                                        row ->
                                                new Extent(
                                                        new JobId(row.getLong(1)),
                                                        row.getInt(2),
                                                        Codes.standing(row.getInt(3))
                                                                .status()
                                                                .isFinal())));
    }

    @Override
    public List<AuditLine> audit(JobId job, int afterSeq, int limit) {
        return read(connection -> audit(connection, job, afterSeq)).stream()
                .sorted(Comparator.comparingInt(AuditLine::seq))
                .limit(limit)
                .toList();
    }

    private List<AuditLine> audit(Connection connection, JobId job, int afterSeq)
            throws SQLException {
        var lines = new ArrayList<AuditLine>();
        try (var places =
                        connection.prepareStatement(
                                "SELECT audit_pages FROM job_state WHERE job_id = ?");
                var pages =
                        connection.prepareStatement(
                                "SELECT lines, at FROM journal WHERE page "
                                        + database.dialect().amongIds())) {
            places.setLong(1, job.value());
            for (var on : Session.query(places, row -> row.getBytes(1))) {
                var needed = AuditTrail.pagesAfter(on, afterSeq);
                database.dialect()
                        .bindIds(pages, 1, needed.stream().mapToLong(Long::longValue).toArray());
                Session.query(pages, row -> JournalPage.read(row.getBytes(1), row.getLong(2), job))
                        .forEach(lines::addAll);
            }
        }
        lines.removeIf(line -> line.seq() <= afterSeq);
        return lines;
    }

    private static final String PLACE =
            "SELECT standing, requirement, gate, rank, created FROM job_state WHERE job_id = ?";

    private record Place(Standing standing, Object queue, int rank, long created) {}

    @Override
    public OptionalInt ahead(JobId job, int limit) {
        return read(
                connection -> {
                    try (var query = connection.prepareStatement(PLACE)) {
                        query.setLong(1, job.value());
                        var places = Session.query(query, SqlViews::place);
                        var place = places.isEmpty() ? null : places.getFirst();
                        return place == null || !place.standing.isInLine()
                                ? OptionalInt.empty()
                                : OptionalInt.of(countBefore(connection, place, job, limit));
                    }
                });
    }

    private static Place place(ResultSet row) throws SQLException {
        var standing = Codes.standing(row.getInt(1));
        Object queue = standing == Standing.GATED ? row.getString(3) : row.getInt(2);
        return new Place(standing, queue, row.getInt(4), row.getLong(5));
    }

    /// The standing is part of the text, so that each kind of queue is read from its own partial index.
    private int countBefore(Connection connection, Place place, JobId job, int limit)
            throws SQLException {
        var sql =
                """
                SELECT count(*) FROM (
                    SELECT 1 FROM %s s WHERE s.standing = %d AND s.%s = ?
                    AND (s.rank, s.created, s.job_id) < (?, ?, ?) LIMIT ?) before_it
                """
                        .formatted(
                                database.dialect().queuedJobs(),
                                Codes.of(place.standing),
                                place.standing == Standing.GATED ? "gate" : "requirement");
        try (var query = connection.prepareStatement(sql)) {
            bind(query, List.of(place.queue, place.rank, place.created, job.value(), (long) limit));
            return Session.query(query, row -> row.getInt(1)).getFirst();
        }
    }

    /// Counts what is not finished, each kind from its own partial index.
    @Override
    public Map<String, Long> depths() {
        return read(
                connection -> {
                    var depths = new LinkedHashMap<String, Long>();
                    for (var standing : Standing.values()) {
                        if (!standing.status().isFinal()) {
                            depths.put(standing.name().toLowerCase(Locale.ROOT), 0L);
                        }
                    }
                    for (var condition :
                            List.of(
                                    "standing = 0",
                                    "standing = 2",
                                    "standing = 3",
                                    "deadline IS NOT NULL")) {
                        try (var query =
                                connection.prepareStatement(
                                        "SELECT standing, count(*) FROM job_state WHERE "
                                                + condition
                                                + " GROUP BY standing")) {
                            Session.query(
                                            query,
                                            row ->
                                                    Map.entry(
                                                            Codes.standing(row.getInt(1)),
                                                            row.getLong(2)))
                                    .forEach(
                                            depth ->
                                                    depths.put(
                                                            depth.getKey()
                                                                    .name()
                                                                    .toLowerCase(Locale.ROOT),
                                                            depth.getValue()));
                        }
                    }
                    return depths;
                });
    }

    @Override
    public Optional<LiveLease> liveLease(JobId job, LeaseRef lease, String credential) {
        return read(
                connection -> {
                    try (var query =
                            connection.prepareStatement(
                                    LIVE_LEASES
                                            + " AND s.job_id = ? AND s.epoch = ? AND s.lease_digest = ? AND s.credential = ?")) {
                        Instant now = database.readNow(connection);
                        query.setLong(1, Micros.of(now));
                        query.setLong(2, job.value());
                        query.setInt(3, lease.epoch());
                        query.setBytes(4, lease.digest().toBytes());
                        query.setString(5, credential);
                        return Session.query(query, row -> liveLease(row, now)).stream()
                                .findFirst();
                    }
                });
    }

    private static final String LIVE_LEASES =
            """
            SELECT s.job_id, s.epoch, s.runner, s.credential, s.standing, s.phase_by, s.reason FROM job_state s
            WHERE s.deadline IS NOT NULL AND s.expires_at > ?
            """;

    @Override
    public List<LiveLease> leasesOf(LeaseHolder holder) {
        return read(
                connection -> {
                    try (var query =
                            connection.prepareStatement(
                                    LIVE_LEASES + " AND s.runner = ? AND s.credential = ?")) {
                        Instant now = database.readNow(connection);
                        query.setLong(1, Micros.of(now));
                        query.setString(2, holder.runner().value());
                        query.setString(3, holder.credential());
                        return Session.query(query, row -> liveLease(row, now));
                    }
                });
    }

    private static LiveLease liveLease(ResultSet row, Instant now) throws SQLException {
        boolean canceling = Codes.standing(row.getInt(5)) == Standing.CANCELING;
        return new LiveLease(
                new JobId(row.getLong(1)),
                row.getInt(2),
                new LeaseHolder(new RunnerId(row.getString(3)), row.getString(4)),
                canceling
                        ? CancelOrder.of(
                                Objects.requireNonNullElse(row.getString(7), ""),
                                Micros.toInstant(row.getLong(6)),
                                now)
                        : null);
    }

    private <T> T read(Work<T> work) {
        try (var connection = database.connectForRead()) {
            return work.with(connection);
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot read the store", e);
        }
    }
}
