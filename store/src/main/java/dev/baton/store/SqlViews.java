package dev.baton.store;

import dev.baton.core.InstanceId;
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
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;

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
    public JobPage jobs(JobFilter filter, @Nullable JobId before, int limit) {
        return read(connection -> new JobListing(connection, database, filter).page(before, limit));
    }

    @Override
    public List<JobView> jobsOf(RunId run) {
        return read(
                connection -> {
                    try (var query =
                            connection.prepareStatement(
                                    JobViewRows.SELECT + " WHERE j.run_id = ? ORDER BY j.job_id")) {
                        query.setLong(1, run.value());
                        return withNeeds(connection, Session.query(query, JobViewRows::read));
                    }
                });
    }

    @Override
    public SequencedMap<JobId, Status> statusesOf(RunId run) {
        return read(connection -> new RunListing(connection, database.dialect()).statusesOf(run));
    }

    @Override
    public long charactersOf(Collection<JobId> jobs) {
        return read(connection -> JobTexts.characters(connection, database.dialect(), jobs));
    }

    @Override
    public Map<JobId, String> names(Collection<JobId> jobs) {
        return jobs.isEmpty()
                ? Map.of()
                : read(connection -> JobTexts.names(connection, database.dialect(), jobs));
    }

    @Override
    public Optional<String> spec(JobId job) {
        return serve(
                connection ->
                        JobTexts.one(connection, "SELECT spec FROM job WHERE job_id = ?", job));
    }

    @Override
    public Optional<String> submitterOf(JobId job) {
        return serve(
                connection ->
                        JobTexts.one(
                                connection,
                                "SELECT r.submitted_by FROM job j JOIN run r ON r.run_id = j.run_id WHERE j.job_id = ?",
                                job));
    }

    private static void bind(PreparedStatement query, List<Object> parameters) throws SQLException {
        for (int i = 0; i < parameters.size(); i++) {
            query.setObject(i + 1, parameters.get(i));
        }
    }

    private List<JobView> withNeeds(Connection connection, List<JobView> jobs) throws SQLException {
        return JobViewRows.withNeeds(connection, database.dialect(), jobs);
    }

    @Override
    public Optional<RunView> run(RunId run) {
        return read(connection -> new RunListing(connection, database.dialect()).one(run)).stream()
                .findFirst();
    }

    @Override
    public RunPage runs(@Nullable RunId before, int limit) {
        return read(
                connection -> new RunListing(connection, database.dialect()).page(before, limit));
    }

    @Override
    public List<TrailPage> trailPages(Map<JobId, Integer> readOf) {
        return read(connection -> new TrailReading(connection, database.dialect()).pages(readOf));
    }

    @Override
    public List<JobLine> trailLines(List<TrailPage> pages, Map<JobId, Integer> readOf) {
        return read(
                connection ->
                        new TrailReading(connection, database.dialect()).lines(pages, readOf));
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
        return read(
                        connection ->
                                new TrailReading(connection, database.dialect())
                                        .lines(job, afterSeq))
                .stream()
                .sorted(Comparator.comparingInt(AuditLine::seq))
                .limit(limit)
                .toList();
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
                                    "standing < 3",
                                    "standing = 3",
                                    "standing > 3 AND deadline IS NOT NULL")) {
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
        return serve(
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
            SELECT s.job_id, s.epoch, s.runner, s.credential, s.standing, s.phase_by, s.reason, s.instance FROM job_state s
            WHERE s.deadline IS NOT NULL AND s.standing BETWEEN 4 AND 6 AND s.expires_at > ?
            """;

    @Override
    public List<LiveLease> leasesOf(LeaseHolder holder) {
        return serve(
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
                row.getString(8) == null ? null : new InstanceId(row.getString(8)),
                canceling
                        ? CancelOrder.of(
                                Objects.requireNonNullElse(row.getString(7), ""),
                                Micros.toInstant(row.getLong(6)),
                                now)
                        : null);
    }

    private <T> T read(Work<T> work) {
        return with(database::connectForRead, work);
    }

    /// For those whom no list may hold up.
    private <T> T serve(Work<T> work) {
        return with(database::connectForService, work);
    }

    /// Gives a connection.
    @FunctionalInterface
    private interface Pool {
        Connection connect() throws SQLException;
    }

    private static <T> T with(Pool pool, Work<T> work) {
        try (var connection = pool.connect()) {
            return work.with(connection);
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot read the store", e);
        }
    }
}
