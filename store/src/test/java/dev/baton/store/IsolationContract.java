package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.core.Decision;
import dev.baton.core.Ending;
import dev.baton.core.Refusal;
import dev.baton.core.Report;
import dev.baton.core.Status;

import org.junit.jupiter.api.Test;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/// What one request brings does not hurt those that share its transaction, and a store that is stuck says so.
abstract class IsolationContract extends EngineContract {
    private static final int LARGE = 250_000;

    IsolationContract(TestStore store) {
        super(store);
    }

    private Grant call(TestRunner runner, String name) {
        submitOne(job(name).calling("mail", "python", name));
        var grant = runner.claims();
        tell(grant.job(), runner.ack(grant));
        return grant;
    }

    private static Report failed(String document) {
        return new Report(Ending.FATAL, null, "", null, document);
    }

    @Test
    void a_message_that_cannot_be_kept_takes_no_other_of_its_frame_with_it() {
        var runner = runner("r");
        var first = call(runner, "first");
        var bad = call(runner, "bad");
        var last = call(runner, "last");

        var replies =
                engine.exchange(
                        runner.holder,
                        List.of(
                                Addressed.of(first.job(), runner.beat(first)),
                                Addressed.of(bad.job(), runner.complete(bad, failed("not JSON"))),
                                Addressed.of(last.job(), runner.complete(last, Ending.SUCCEEDED))),
                        List.of());

        assertThat(replies.get(0).decision()).isInstanceOf(Decision.Accept.class);
        assertThat(replies.get(1).decision()).isEqualTo(new Decision.Refuse(Refusal.NOT_STORED));
        assertThat(replies.get(2).decision()).isInstanceOf(Decision.Accept.class);
        assertStatus(bad.job(), Status.RUNNING);
        assertStatus(last.job(), Status.SUCCEEDED);
        tell(bad.job(), runner.complete(bad, failed("{}")));
        assertStatus(bad.job(), Status.FAILED);
    }

    @Test
    void an_error_type_is_kept_without_what_a_database_cannot_keep() {
        var runner = runner("r");
        var grant = call(runner, "call");

        var decision =
                tell(
                        grant.job(),
                        runner.complete(
                                grant, failed("{\"error\":{\"type\":\"a\\u0000b\\ud800\"}}")));

        assertThat(decision).isInstanceOf(Decision.Accept.class);
        assertThat(
                        store.query(
                                "SELECT error_type FROM dead_letter WHERE job_id = "
                                        + grant.job().value(),
                                row -> row.getString(1)))
                .containsExactly("a\uFFFDb\uFFFD");
    }

    @Test
    void jobs_with_large_specs_are_granted_whole_in_several_transactions() {
        int jobs = (int) (2 * GrantedSpecs.MAX_BYTES / LARGE);
        for (int i = 0; i < jobs; i += 16) {
            int from = i;
            submit(
                    Draft.many(
                            16,
                            j -> job("j" + from + "-" + j).spec((from + j) + "x".repeat(LARGE))));
        }
        recorder.commits.clear();

        var granted = runner("r").wants(jobs).granted(jobs);

        assertThat(granted.stream().map(Grant::job).distinct()).hasSize(jobs);
        assertThat(granted).allSatisfy(grant -> assertThat(grant.spec()).hasSizeGreaterThan(LARGE));
        assertThat(granted.stream().map(Grant::spec).collect(Collectors.toSet())).hasSize(jobs);
        // A lease reaches its runner before listeners hear of the commit.
        await().untilAsserted(() -> assertThat(recorder.commits).hasSizeGreaterThan(1));
    }

    @Test
    void a_store_that_works_is_ready_and_nothing_is_left_of_the_proof() {
        assertThat(engine.readiness().problems()).isEmpty();
        assertThat(engine.readiness().isReady()).isTrue();

        assertThat(store.count("SELECT count(*) FROM write_probe")).isZero();
    }

    @Test
    void a_store_that_does_not_commit_is_not_ready_and_says_so_in_time() throws SQLException {
        var own = store instanceof SqliteStore ? new SqliteStore() : new PostgresStore();
        try (own;
                var stuck = own.open(TERMS, new Recorder())) {
            assertThat(stuck.readiness().problems()).isEmpty();
            try (var connection = own.connect();
                    var statement = connection.createStatement()) {
                statement.execute(
                        own instanceof SqliteStore
                                ? "BEGIN IMMEDIATE"
                                : "BEGIN; LOCK TABLE write_probe");
                List<String> problems;
                do {
                    problems = stuck.readiness().problems();
                } while (problems.isEmpty()); // a result is good for a moment

                assertThat(problems).anySatisfy(p -> assertThat(p).contains("has not committed"));
                statement.execute("ROLLBACK");
            }
            while (!stuck.readiness().isReady()) {}
        }
    }
}
