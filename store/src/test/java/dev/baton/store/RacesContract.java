package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.core.Answer;
import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.Status;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/// Two orchestrators on one PostgreSQL want to change a job at the same time. The first commit wins, whatever the release of
/// PostgreSQL does with a statement that had to wait for a row.
abstract class RacesContract extends EngineContract {
    private Engine there;

    /// Here a lane waits for a lock for as long as it takes.
    RacesContract(TestRelease release) {
        super(new PostgresStore(release, "-c lock_timeout=20s"));
    }

    @BeforeAll
    void openNeighbour() {
        there = store.open(TERMS, new Recorder());
    }

    @AfterAll
    void closeNeighbour() {
        there.close();
    }

    /// A cancel at the neighbour and a message of the runner here meet at the job's row, the cancel first.
    private Reply afterCancel(TestRunner runner, Grant grant, Command message) throws Exception {
        var job = grant.job();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var held = store.connect()) {
            lock(held, job);
            var canceled = threads.submit(() -> cancelThere(job));
            awaitBlocked(1);
            var told = threads.submit(() -> runner.says(job, message));
            awaitBlocked(2);
            held.commit();
            assertThat(canceled.get()).isInstanceOf(Decision.Accept.class);
            return told.get();
        }
    }

    private static void lock(Connection connection, JobId job) throws SQLException {
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute(
                    "SELECT 1 FROM job_state WHERE job_id = %d FOR UPDATE".formatted(job.value()));
        }
    }

    private void awaitBlocked(int statements) {
        await().until(
                        () ->
                                store.count(
                                                """
                                                SELECT count(*) FROM pg_stat_activity
                                                WHERE datname = current_database() AND wait_event_type = 'Lock'
                                                """)
                                        == statements);
    }

    private Decision cancelThere(JobId job) {
        var cancel = Addressed.of(job, new Command.Cancel("user:ann", "enough"));
        return there.tell(List.of(cancel)).getFirst().decision();
    }

    @Test
    void a_result_that_waited_for_a_cancel_ends_the_job_as_canceled() throws Exception {
        submitOne(job("a"));
        var runner = runner("r");
        var grant = runner.starts();

        var reply = afterCancel(runner, grant, runner.complete(grant, Ending.SUCCEEDED));

        assertThat(reply.decision()).isInstanceOf(Decision.Accept.class);
        assertStatus(grant.job(), Status.CANCELED);
        assertThat(finishedLines(grant.job())).isEqualTo(1);
    }

    @Test
    void an_acknowledgement_that_waited_for_a_cancel_leaves_it_requested() throws Exception {
        submitOne(job("a"));
        var runner = runner("r");
        var grant = runner.claims();

        afterCancel(runner, grant, runner.ack(grant));

        assertStatus(grant.job(), Status.CANCELING);
        assertThat(events(grant.job())).containsOnlyOnce("CANCEL_REQUESTED");
    }

    @Test
    void a_heartbeat_that_waited_for_a_cancel_says_so() throws Exception {
        submitOne(job("a"));
        var runner = runner("r");
        var grant = runner.starts();

        var reply = afterCancel(runner, grant, runner.beat(grant));

        assertThat(reply.decision())
                .isInstanceOfSatisfying(
                        Decision.Accept.class,
                        accepted ->
                                assertThat(((Answer.Renewed) accepted.answer()).cancelLeft())
                                        .isNotNull());
        assertStatus(grant.job(), Status.CANCELING);
    }

    @Test
    void no_result_overtakes_a_cancel_that_was_answered_however_they_race() {
        int races = 40;
        int each = 5;
        for (int i = 0; i < races; i++) {
            submit(Draft.many(each, n -> job("job" + n)));
            var runner = runner("r" + i);
            var grants = runner.wants(each).granted(each);
            grants.forEach(grant -> runner.told(grant, runner.ack(grant)));
            var answers = race(runner, grants);
            for (int n = 0; n < each; n++) {
                boolean canceledFirst = answers.getFirst().get(n) instanceof Decision.Accept;
                assertStatus(
                        grants.get(n).job(), canceledFirst ? Status.CANCELED : Status.SUCCEEDED);
            }
        }
    }

    /// @return how the cancels were decided, and how the results were
    private List<List<Decision>> race(TestRunner runner, List<Grant> grants) {
        var tasks = new ArrayList<Callable<List<Decision>>>();
        tasks.add(() -> grants.stream().map(grant -> cancelThere(grant.job())).toList());
        tasks.add(
                () ->
                        grants.stream()
                                .map(
                                        grant ->
                                                runner.says(
                                                                grant.job(),
                                                                runner.complete(
                                                                        grant, Ending.SUCCEEDED))
                                                        .decision())
                                .toList());
        return together(tasks);
    }
}
