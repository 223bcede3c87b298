package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Answer;
import dev.baton.core.Ending;
import dev.baton.core.FinalStatus;
import dev.baton.core.Refusal;
import dev.baton.core.Status;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

/// Everything that was answered is there when the engine is opened again.
abstract class RestartContract extends EngineContract {
    RestartContract(TestStore store) {
        super(store);
    }

    private void restart() {
        engine.close();
        engine = store.open(TERMS, recorder);
    }

    /// The same runner, connected to the engine that is open now.
    private TestRunner reconnected(TestRunner before) {
        return runnerWith(before.holder.runner().value().replace("-" + tag, ""), tag);
    }

    @Test
    void leases_within_their_ttl_stay_valid_and_the_others_expire() {
        var jobs = submit(job("a"), job("b")).jobs();
        var before = runner("r");
        var alive = before.starts();
        var lost = before.starts();
        pass(TERMS.ttl().minusSeconds(5));
        before.told(alive, before.beat(alive));

        restart();

        var runner = reconnected(before);
        runner.told(alive, runner.beat(alive));
        sweepAfter(Duration.ofSeconds(10));
        assertThat(runner.refused(lost, runner.beat(lost))).isEqualTo(Refusal.LEASE_EXPIRED);
        assertThat(runner.told(alive, runner.complete(alive, Ending.SUCCEEDED)))
                .isEqualTo(new Answer.Completed(FinalStatus.SUCCEEDED));
        assertThat(runner.starts().job()).isEqualTo(jobs.get(1));
    }

    @Test
    void a_repeated_result_is_answered_alike_by_the_next_engine() {
        submit(job("a"));
        var before = runner("r");
        var grant = before.starts();
        before.told(grant, before.complete(grant, Ending.SUCCEEDED));

        restart();

        var runner = reconnected(before);
        assertThat(runner.toldAgain(grant, runner.complete(grant, Ending.SUCCEEDED)))
                .isEqualTo(new Answer.Completed(FinalStatus.SUCCEEDED));
    }

    @Test
    void the_audit_trail_goes_on_where_it_was() {
        var job = submitOne(job("a"));
        var before = runner("r");
        var grant = before.starts();

        restart();

        var runner = reconnected(before);
        runner.told(grant, runner.complete(grant, Ending.SUCCEEDED));
        assertThat(engine.views().audit(job, 0, 10))
                .extracting(Views.AuditLine::seq)
                .containsExactly(1, 2, 3, 4);
    }

    @Test
    void queues_gates_needs_and_keys_are_as_they_were() {
        var run =
                Draft.run(tag, "same", job("a").gate("g-" + tag, 1), job("b").gate("g-" + tag, 1));
        var created = (Submitted.Created) engine.submit(run);
        var chain = submit(job("c").priority(-1), job("d").needing(0).priority(-1)).jobs();

        restart();

        var repeated = (Submitted.Created) engine.submit(run);
        assertThat(repeated).isEqualTo(new Submitted.Created(created.run(), created.jobs(), true));
        var runner = runner("r");
        var order = List.of(runner.does(), runner.does(), runner.does(), runner.does());
        assertThat(order)
                .extracting(Grant::job)
                .containsExactly(
                        created.jobs().get(0), created.jobs().get(1), chain.get(0), chain.get(1));
    }

    @Test
    void ids_are_not_given_twice() {
        var before = submitOne(job("a"));

        restart();

        assertThat(submitOne(job("b"))).isGreaterThan(before);
    }

    @Test
    void an_engine_that_is_closed_refuses_what_comes() {
        var closed = engine;
        restart();

        assertThatThrownBy(() -> closed.submit(Draft.run(job("a"))))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e -> assertThat(e.code()).isEqualTo(StoreException.Code.CLOSED));
        assertThat(engine.readiness().problems()).isEmpty();
    }

    @Test
    void a_runner_that_wants_jobs_of_a_closed_engine_is_given_none() {
        var runner = runner("r");
        restart();
        submitOne(job("a"));

        runner.wants(1);

        settle();
        assertThat(runner.arrived()).isEmpty();
    }

    @Test
    void what_is_under_way_when_the_engine_closes_is_answered() {
        var closing = engine;
        var accepted =
                together(
                        java.util.stream.IntStream.range(0, 20)
                                .<java.util.concurrent.Callable<List<dev.baton.core.JobId>>>
                                        mapToObj(
                                                i ->
                                                        () -> {
                                                            if (i == 0) {
                                                                closing.close();
                                                                return List.of();
                                                            }
                                                            return submitIfOpen(closing);
                                                        })
                                .toList());
        engine = store.open(TERMS, recorder);

        accepted.stream().flatMap(List::stream).forEach(job -> assertStatus(job, Status.QUEUED));
        assertThat(
                        store.count(
                                "SELECT count(*) FROM job_state s JOIN requirement q ON q.id = s.requirement WHERE q.signature = '"
                                        + tag
                                        + "'"))
                .isEqualTo(accepted.stream().mapToLong(List::size).sum());
    }

    private List<dev.baton.core.JobId> submitIfOpen(Engine closing) {
        try {
            return ((Submitted.Created) closing.submit(Draft.run(job("a")))).jobs();
        } catch (StoreException e) {
            assertThat(e.code()).isEqualTo(StoreException.Code.CLOSED);
            return List.of();
        }
    }
}
