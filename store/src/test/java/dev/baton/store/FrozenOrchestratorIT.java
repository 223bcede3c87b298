package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.core.Answer;
import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.LeaseTerms;
import dev.baton.core.Status;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/// An orchestrator that is stopped in the middle of a transaction: its connections stay open, and its locks with them.
///
/// It holds up nothing but what it has locked, and that not for long.
class FrozenOrchestratorIT {
    private static final Duration AT_ONCE = Duration.ofSeconds(1);
    private static final Duration NOT_FOR_LONG = Duration.ofSeconds(8);

    private final PostgresStore store = new PostgresStore();
    private final PostgresDatabase neighbour =
            new PostgresDatabase((StoreConfig.Postgres) store.config());
    private Engine engine;
    private Connection frozen;

    /// Where a transaction of a lane can be when its process is stopped.
    enum Moment {
        BETWEEN_STATEMENTS,
        WHILE_COPYING
    }

    @BeforeEach
    void open() throws SQLException {
        engine = store.open(LeaseTerms.DEFAULTS, new Recorder());
        frozen = neighbour.connectForLane();
        frozen.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        frozen.close();
        neighbour.close();
        engine.close();
        new Invariants(store).check();
    }

    private List<JobId> submit(Draft... jobs) {
        return ((Submitted.Created) engine.submit(Draft.run(jobs))).jobs();
    }

    private void freezeWith(List<JobId> jobs, Moment moment) throws SQLException {
        var ids = jobs.stream().map(job -> "" + job.value()).collect(Collectors.joining(", "));
        execute("SELECT 1 FROM job_state WHERE job_id IN (%s) FOR UPDATE".formatted(ids));
        if (moment == Moment.WHILE_COPYING) {
            var copying = frozen.unwrap(PGConnection.class).getCopyAPI();
            assertThat(copying.copyIn("COPY journal FROM STDIN BINARY").isActive()).isTrue();
        }
    }

    private void execute(String sql) throws SQLException {
        try (var statement = frozen.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Duration took(Runnable task) {
        long start = System.nanoTime();
        task.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @ParameterizedTest
    @EnumSource
    void heartbeats_of_other_jobs_go_on_and_those_of_locked_ones_are_answered_soon(Moment moment)
            throws SQLException {
        submit(Draft.many(40, i -> Draft.job("job" + i)));
        try (var runner = new TestRunner(engine, "r")) {
            var grants = runner.wants(40).granted(40);
            grants.forEach(grant -> runner.told(grant, runner.ack(grant)));
            var locked = grants.subList(0, 20);
            freezeWith(locked.stream().map(Grant::job).toList(), moment);

            var beats = new ArrayList<Callable<Duration>>();
            for (var grant : grants) {
                beats.add(() -> took(() -> runner.told(grant, runner.beat(grant))));
            }
            var took = EngineContract.together(beats);

            assertThat(took.subList(20, 40)).allMatch(time -> time.compareTo(AT_ONCE) < 0);
            assertThat(took.subList(0, 20)).allMatch(time -> time.compareTo(NOT_FOR_LONG) < 0);
        }
    }

    @Test
    void a_frame_with_a_locked_job_waits_and_later_messages_do_not_overtake_it()
            throws SQLException {
        submit(Draft.job("locked"), Draft.job("other"));
        try (var runner = new TestRunner(engine, "r")) {
            var locked = runner.claims();
            var other = runner.starts();
            freezeWith(List.of(locked.job()), Moment.BETWEEN_STATEMENTS);

            var ack = begin(runner, locked, runner.ack(locked));
            runner.told(other, runner.beat(other)); // the lane has gone on
            var beat = begin(runner, locked, runner.beat(locked));
            frozen.rollback();

            assertThat(accepted(ack)).isInstanceOf(Answer.Acknowledged.class);
            assertThat(accepted(beat)).isInstanceOf(Answer.Renewed.class);
        }
    }

    @Test
    void a_message_does_not_overtake_one_that_waits_because_of_another_job_in_its_frame()
            throws SQLException {
        submit(Draft.many(3, i -> Draft.job("job" + i)));
        try (var runner = new TestRunner(engine, "r")) {
            var free = runner.claims();
            var locked = runner.starts();
            var other = runner.starts();
            freezeWith(List.of(locked.job()), Moment.BETWEEN_STATEMENTS);

            var first =
                    engine.beginExchange(
                            runner.holder,
                            List.of(
                                    Addressed.of(free.job(), runner.ack(free)),
                                    Addressed.of(locked.job(), runner.beat(locked))),
                            List.of());
            var second = begin(runner, free, runner.complete(free, Ending.SUCCEEDED));
            runner.told(other, runner.beat(other)); // both wait aside now
            long retried = System.nanoTime() + Duration.ofMillis(400).toNanos();
            while (System.nanoTime() < retried) {
                runner.told(other, runner.beat(other));
            }
            frozen.rollback();

            assertThat(accepted(first)).isInstanceOf(Answer.Acknowledged.class);
            assertThat(accepted(second)).isInstanceOf(Answer.Completed.class);
        }
    }

    private Pending<List<Reply>> begin(TestRunner runner, Grant grant, Command message) {
        var addressed = List.of(Addressed.of(grant.job(), message));
        return engine.beginExchange(runner.holder, addressed, List.of());
    }

    private static Answer accepted(Pending<List<Reply>> pending) {
        var decision = pending.await().getFirst().decision();
        assertThat(decision).isInstanceOf(Decision.Accept.class);
        return ((Decision.Accept) decision).answer();
    }

    @Test
    void submissions_go_on_but_for_those_behind_a_locked_gate() throws Exception {
        submit(Draft.job("first").gate("locked", 1));
        execute("SELECT 1 FROM gate WHERE key = 'locked' FOR UPDATE");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var behind = threads.submit(() -> took(() -> submit(Draft.job("b").gate("locked", 1))));
            for (int i = 0; i < 20; i++) {
                assertThat(took(() -> submit(Draft.job("a")))).isLessThan(AT_ONCE);
            }
            assertThat(behind.get()).isLessThan(NOT_FOR_LONG);
        }
    }

    @Test
    void a_sweep_passes_over_what_is_locked() throws SQLException {
        var first = submit(Draft.job("first").requiring("nobody")).getFirst();
        var soon = engine.views().job(first).orElseThrow().times().created().plusSeconds(60);
        var locked = submit(Draft.job("locked").notBefore(soon));
        freezeWith(locked, Moment.BETWEEN_STATEMENTS);
        var other = submit(Draft.job("other").notBefore(soon).requiring("other")).getFirst();
        store.passTime(Duration.ofSeconds(61));

        assertThat(took(() -> engine.sweep())).isLessThan(AT_ONCE);

        try (var runner = new TestRunner(engine, "r", "other")) {
            assertThat(runner.claims().job()).isEqualTo(other);
        }
        await().atMost(NOT_FOR_LONG).until(() -> engine.sweep() > 0);
        assertThat(engine.views().job(locked.getFirst()).orElseThrow().status())
                .isEqualTo(Status.QUEUED);
    }

    @Test
    void messages_that_wait_aside_for_long_are_no_secret() throws SQLException {
        submit(Draft.job("locked"));
        try (var runner = new TestRunner(engine, "r");
                var other = store.connect()) {
            var grant = runner.starts();
            other.setAutoCommit(false); // not one of ours: nothing ends its transaction
            try (var lock = other.createStatement()) {
                lock.execute(
                        "SELECT 1 FROM job_state WHERE job_id = %d FOR UPDATE"
                                .formatted(grant.job().value()));
            }
            assertThat(engine.readiness().problems()).isEmpty();

            var beat = begin(runner, grant, runner.beat(grant));

            await().atMost(Duration.ofSeconds(9))
                    .untilAsserted(
                            () ->
                                    assertThat(engine.readiness().problems())
                                            .anyMatch(problem -> problem.contains("rows locked")));
            other.rollback();
            assertThat(accepted(beat)).isInstanceOf(Answer.Renewed.class);
            await().untilAsserted(() -> assertThat(engine.readiness().problems()).isEmpty());
        }
    }

    @Test
    void an_orchestrator_that_goes_on_notices_that_its_transaction_was_ended() throws SQLException {
        var job = submit(Draft.job("a"));
        freezeWith(job, Moment.BETWEEN_STATEMENTS);
        await().atMost(NOT_FOR_LONG)
                .until(
                        () ->
                                store.count(
                                                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                                        + " AND state LIKE 'idle in transaction%'")
                                        == 0);

        try {
            execute("SELECT 1");
            throw new AssertionError("the transaction goes on");
        } catch (SQLException e) {
            assertThat(neighbour.dialect().isConnectionLost(e)).as(e.getSQLState()).isTrue();
        }
    }
}
