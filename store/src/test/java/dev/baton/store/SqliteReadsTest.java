package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.JobId;
import dev.baton.core.LeaseHolder;
import dev.baton.core.RunId;
import dev.baton.core.RunnerId;
import dev.baton.core.Status;
import dev.baton.store.Views.JobFilter;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sqlite.ProgressHandler;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// What reads cost on SQLite with a long history, in steps of its virtual machine: those do not depend on the machine.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SqliteReadsTest {
    private static final int HISTORY = 60_000;
    private static final int LIVE = 30;
    private static final long FIRST_RUN = 1_000_000;

    /// A step is one instruction; a row takes about ten to find and fifty to read.
    private static final long STEPS_FOR_A_PAGE = 60_000;

    private static final long STEPS_AT_MOST = 40L * JobListing.MAX_VISITED;

    private final SqliteStore store = new SqliteStore();
    private SqliteDatabase database;
    private Counted counted;

    @BeforeAll
    void makeHistory() throws SQLException {
        database = new SqliteDatabase((StoreConfig.Sqlite) store.config(), store.clock());
        counted = new Counted(database);
        try (var connection = store.connect();
                var run =
                        connection.prepareStatement(
                                "INSERT INTO run VALUES (?, 'o', NULL, 'f', 'n', '{}', 'u', 1)");
                var job =
                        connection.prepareStatement(
                                """
                                INSERT INTO job (job_id, run_id, name, kind, requirement, plan, spec, has_dependents, created)
                                VALUES (?, ?, ?, 'steps', 1, '{}', '{}', 0, 1)
                                """)) {
            connection.setAutoCommit(false);
            connection.createStatement().execute("INSERT INTO requirement VALUES (1, 'x')");
            run.setLong(1, FIRST_RUN);
            run.execute();
            for (int id = 1; id <= HISTORY; id++) {
                if (id % 1_000 == 1) {
                    run.setLong(1, FIRST_RUN + id);
                    run.execute();
                }
                job.setLong(1, id);
                job.setLong(2, FIRST_RUN + (id - 1) / 1_000 * 1_000L + 1);
                job.setString(3, id == 5 ? "rare" : "build");
                job.addBatch();
            }
            job.executeBatch();
            // The live ones are older than everything that is over.
            insert(connection, 3, 1, LIVE, "NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL");
            insert(
                    connection,
                    5,
                    LIVE + 1,
                    2 * LIVE,
                    "4000000000000000, x'"
                            + "00".repeat(32)
                            + "', 'busy', 'c', 1, 4000000000000000, NULL, 1, NULL");
            insert(
                    connection,
                    8,
                    2 * LIVE + 1,
                    3 * LIVE,
                    "NULL, x'" + "00".repeat(32) + "', 'busy', 'c', NULL, NULL, 1, 1, 1");
            insert(
                    connection,
                    7,
                    3 * LIVE + 1,
                    HISTORY,
                    "NULL, x'" + "00".repeat(32) + "', 'other', 'c', NULL, NULL, 1, 1, 1");
            connection.commit();
        }
    }

    private static void insert(Connection connection, int standing, int from, int to, String lease)
            throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(
                    """
                    INSERT INTO job_state (job_id, standing, requirement, rank, created, attempt, epoch, needs,
                        deadline, lease_digest, runner, credential, granted_at, expires_at, lease_end, started_at,
                        finished_at, cause, reason, losses, unacknowledged, releases, audit_seq, audit_head, audit_pages)
                    SELECT job_id, %1$d, 1, 0, 1, 1, 1, 0, %2$s, %3$s, 'r', 0, 0, 0, 1, x'00', x'00'
                    FROM job WHERE job_id BETWEEN %4$d AND %5$d
                    """
                            .formatted(standing, lease, standing >= 7 ? "1" : "NULL", from, to));
        }
    }

    @AfterAll
    void close() {
        database.close();
        store.close();
    }

    private static Stream<JobFilter> filters() {
        var filters = new ArrayList<JobFilter>();
        for (var run : Stream.of((RunId) null, new RunId(FIRST_RUN + 1)).toList()) {
            for (var status :
                    Stream.concat(Stream.of((Status) null), Stream.of(Status.values())).toList()) {
                for (var name : Stream.of(null, "rare", "build", "none").toList()) {
                    for (var runner : Stream.of(null, "busy", "none").toList()) {
                        filters.add(new JobFilter(run, status, name, runner));
                    }
                }
            }
        }
        return filters.stream();
    }

    @ParameterizedTest
    @MethodSource("filters")
    void no_page_of_a_list_costs_more_than_its_bound_and_following_it_finds_everything(
            JobFilter filter) {
        var found = new ArrayList<JobId>();
        JobId before = null;
        int pages = 0;
        do {
            var start = before;
            counted.steps = 0;
            var page = counted.views().jobs(filter, start, 50);
            assertThat(counted.steps).isLessThan(STEPS_AT_MOST);
            page.jobs().forEach(job -> found.add(job.id()));
            before = page.next();
        } while (before != null && ++pages < 10);

        assertThat(found).doesNotHaveDuplicates().isSortedAccordingTo((a, b) -> b.compareTo(a));
        if (before == null) {
            assertThat(found).hasSize((int) store.count(sql(filter)));
        }
    }

    private static String sql(JobFilter filter) {
        var sql =
                new StringBuilder(
                        "SELECT count(*) FROM job_state s JOIN job j ON j.job_id = s.job_id WHERE 1 = 1");
        if (filter.run() != null) {
            sql.append(" AND j.run_id = ").append(filter.run().value());
        }
        if (filter.name() != null) {
            sql.append(" AND j.name = '").append(filter.name()).append("'");
        }
        if (filter.runner() != null) {
            sql.append(" AND s.runner = '").append(filter.runner()).append("'");
        }
        if (filter.status() != null) {
            sql.append(" AND s.standing ")
                    .append(
                            switch (filter.status()) {
                                case QUEUED -> "< 4";
                                case LEASED -> "= 4";
                                case RUNNING -> "= 5";
                                case CANCELING -> "= 6";
                                case SUCCEEDED -> "= 7";
                                case FAILED -> "= 8";
                                case CANCELED -> "= 9";
                            });
        }
        return sql.toString();
    }

    private static Stream<JobFilter> indexed() {
        return Stream.of(
                JobFilter.ALL,
                new JobFilter(new RunId(FIRST_RUN + 1), null, null, null),
                new JobFilter(null, Status.QUEUED, null, null),
                new JobFilter(null, Status.RUNNING, null, null),
                new JobFilter(null, Status.RUNNING, null, "busy"),
                new JobFilter(null, Status.LEASED, null, null),
                new JobFilter(null, Status.CANCELING, null, null),
                new JobFilter(null, Status.SUCCEEDED, null, null),
                new JobFilter(null, Status.FAILED, null, null),
                new JobFilter(null, Status.FAILED, null, "busy"),
                new JobFilter(null, Status.CANCELED, null, null),
                new JobFilter(null, null, "rare", null),
                new JobFilter(null, null, "build", null),
                new JobFilter(null, Status.QUEUED, "rare", null),
                new JobFilter(null, null, "none", null));
    }

    @ParameterizedTest
    @MethodSource("indexed")
    void what_an_index_answers_costs_a_page_and_not_the_history(JobFilter filter) {
        assertThat(steps(views -> views.jobs(filter, null, 50).jobs()))
                .isLessThan(STEPS_FOR_A_PAGE);
    }

    @Test
    void runs_are_listed_as_far_as_their_jobs_can_be_counted() {
        var page = new Views.RunPage[1];
        long steps = steps(views -> page[0] = views.runs(null, 1_000));

        assertThat(page[0].runs()).hasSizeBetween(10, 30);
        assertThat(page[0].next()).isEqualTo(page[0].runs().getLast().id());
        assertThat(page[0].runs().getFirst().jobs()).isEqualTo(Map.of(Status.SUCCEEDED, 1_000));
        assertThat(steps).isLessThan(50L * RunListing.MAX_COUNTED);
    }

    @Test
    void runners_and_their_leases_are_found_without_the_history() throws SQLException {
        long runners = counted.count(() -> new SqlRunners(counted).list(Duration.ZERO, 100));
        var holder = new LeaseHolder(new RunnerId("busy"), "c");
        long leases = steps(views -> views.leasesOf(holder));

        assertThat(runners).isLessThan(STEPS_FOR_A_PAGE);
        assertThat(leases).isLessThan(STEPS_FOR_A_PAGE);
        assertThat(counted.views().leasesOf(holder)).hasSize(LIVE);
    }

    @Test
    void users_who_read_all_at_once_do_not_hold_up_the_fences() throws SQLException {
        var taken = new ArrayList<Connection>();
        try {
            for (int i = 0; i < 4; i++) {
                taken.add(database.connectForRead());
            }
            assertThat(new SqlViews(database).leasesOf(new LeaseHolder(new RunnerId("busy"), "c")))
                    .hasSize(LIVE);
        } finally {
            for (var connection : taken) {
                connection.close();
            }
        }
    }

    private long steps(Consumer<Views> read) {
        return counted.count(() -> read.accept(counted.views()));
    }

    /// Counts the steps of each statement that runs on its connections.
    private static final class Counted implements Database {
        private static final int STEPS_BETWEEN_COUNTS = 100;

        private final SqliteDatabase database;
        long steps;

        Counted(SqliteDatabase database) {
            this.database = database;
        }

        Views views() {
            return new SqlViews(this);
        }

        long count(Runnable work) {
            steps = 0;
            work.run();
            return steps;
        }

        private Connection counting(Connection connection) throws SQLException {
            ProgressHandler.setHandler(
                    connection.unwrap(org.sqlite.SQLiteConnection.class),
                    STEPS_BETWEEN_COUNTS,
                    new ProgressHandler() {
                        @Override
                        protected int progress() {
                            steps += STEPS_BETWEEN_COUNTS;
                            return 0;
                        }
                    });
            return connection;
        }

        @Override
        public Dialect dialect() {
            return database.dialect();
        }

        @Override
        public int lanes() {
            return 1;
        }

        @Override
        public Connection connectForLane() throws SQLException {
            return database.connectForLane();
        }

        @Override
        public Connection connectForRead() throws SQLException {
            return counting(database.connectForRead());
        }

        @Override
        public Connection connectForService() throws SQLException {
            return counting(database.connectForService());
        }

        @Override
        public Connection connectForChange() throws SQLException {
            return database.connectForChange();
        }

        @Override
        public Instant readNow(Connection connection) throws SQLException {
            return database.readNow(connection);
        }

        @Override
        public void close() {}
    }
}
