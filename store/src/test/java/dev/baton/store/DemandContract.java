package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.core.Answer;
import dev.baton.core.Capabilities;
import dev.baton.core.Decision;
import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.LeaseHolder;
import dev.baton.core.RunnerId;
import dev.baton.core.Status;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/// Runners that wait are woken, and get what they want and no more.
abstract class DemandContract extends EngineContract {
    DemandContract(TestStore store) {
        super(store);
    }

    @Test
    void a_job_is_handed_to_a_runner_that_waits_in_the_transaction_that_submits_it() {
        var runner = runner("r").wants(1);
        settle();

        var job = submitOne(job("a"));

        // Committed with the submission, so it is there when the submission is answered.
        assertStatus(job, Status.LEASED);
        assertThat(runner.granted().job()).isEqualTo(job);
        // Who listens hears of it after the runner.
        await().until(() -> changesOf(job) > 0);
        settle();
        assertThat(changesOf(job)).isEqualTo(1);
    }

    private long changesOf(JobId job) {
        return recorder.changes.stream().filter(change -> change.job().id().equals(job)).count();
    }

    @Test
    void a_grant_says_what_the_runner_has_to_know() {
        var created = submit(job("a").maxRuntime(java.time.Duration.ofMinutes(7)));

        var grant = runner("r").claims();

        assertThat(grant.run()).isEqualTo(created.run());
        assertThat(grant.attempt()).isEqualTo(1);
        assertThat(grant.epoch()).isEqualTo(1);
        assertThat(grant.maxRuntime()).isEqualTo(java.time.Duration.ofMinutes(7));
        assertThat(grant.spec()).isEqualTo("{\"name\":\"a\"}");
        assertThat(grant.leaseId().address().orElseThrow().job()).isEqualTo(grant.job());
    }

    @Test
    void a_runner_that_wants_nothing_is_given_nothing() {
        var runner = runner("r");
        submitOne(job("a"));

        settle();

        assertThat(runner.arrived()).isEmpty();
    }

    @Test
    void wants_add_up() {
        submit(Draft.many(10, i -> job("job" + i)));
        var runner = runner("r").wants(2).wants(3);

        runner.granted(5);
        settle();

        assertThat(runner.arrived()).isEmpty();
    }

    @Test
    void a_runner_is_never_given_more_than_it_wants() {
        var tasks = new ArrayList<Callable<Object>>();
        var runners = new ArrayList<TestRunner>();
        for (int i = 0; i < 6; i++) {
            var runner = runner("r" + i);
            runners.add(runner);
            for (int j = 0; j < 5; j++) {
                tasks.add(() -> runner.wants(2));
            }
        }
        for (int i = 0; i < 20; i++) {
            tasks.add(() -> submit(Draft.many(10, n -> job("job" + n))));
        }

        together(tasks);

        for (var runner : runners) {
            assertThat(runner.granted(10)).hasSize(10);
        }
        settle();
        runners.forEach(runner -> assertThat(runner.arrived()).isEmpty());
        assertThat(
                        engine.views().jobs(Views.JobFilter.ALL, null, 1_000).jobs().stream()
                                .filter(job -> job.status() == Status.LEASED)
                                .filter(job -> job.requirement().equals(tag)))
                .hasSize(60);
    }

    @Test
    void submissions_and_claims_that_race_leave_no_runner_without_its_job() {
        for (int round = 0; round < 60; round++) {
            var runners = new ArrayList<TestRunner>();
            var tasks = new ArrayList<Callable<Object>>();
            for (int i = 0; i < 4; i++) {
                var runner = runner("r" + round + "-" + i);
                runners.add(runner);
                tasks.add(() -> runner.wants(1));
                tasks.add(() -> submitOne(job("a")));
            }

            together(tasks);

            var given = new HashSet<JobId>();
            runners.forEach(runner -> given.add(runner.granted().job()));
            assertThat(given).hasSize(4);
        }
    }

    @Test
    void leases_that_a_runner_does_not_take_are_given_back_at_once() {
        var job = submitOne(job("a"));
        var deaf = runner("deaf").refuseEverything().wants(100);
        await().untilAsserted(() -> assertThat(events(job)).contains("REQUEUED"));

        var grant = runner("r").claims();

        assertThat(grant.job()).isEqualTo(job);
        assertThat(grant.epoch()).isEqualTo(2);
        assertThat(grant.attempt()).isEqualTo(1);
        assertThat(events(job)).containsExactly("SUBMITTED", "GRANTED", "REQUEUED", "GRANTED");
        assertThat(engine.views().leasesOf(deaf.holder)).isEmpty();
    }

    @Test
    void a_runner_whose_sink_fails_disturbs_nobody() {
        var job = submitOne(job("a"));
        var calls = new AtomicInteger();
        var broken =
                engine.demand(
                        new LeaseHolder(new RunnerId("broken"), "tok_broken"),
                        Capabilities.of(List.of(tag)),
                        false,
                        _ -> {
                            calls.incrementAndGet();
                            throw new IllegalStateException("a sink that fails on purpose");
                        });
        broken.want(5);
        await().untilAsserted(() -> assertThat(calls).hasValue(1));

        assertThat(runner("r").claims().job()).isEqualTo(job);
        broken.close();
        assertThat(calls).hasValue(1);
        assertThat(view(job).epoch()).isEqualTo(2);
    }

    @Test
    void a_demand_that_is_closed_is_given_nothing() {
        var runner = runner("gone").wants(3);
        settle();
        runner.close();

        var job = submitOne(job("a"));

        settle();
        assertThat(runner.arrived()).isEmpty();
        assertThat(runner("r").claims().job()).isEqualTo(job);
    }

    @Test
    void closing_while_jobs_arrive_loses_none() {
        for (int round = 0; round < 30; round++) {
            var leaving = runner("leaving" + round).wants(1);
            var tasks = new ArrayList<Callable<Object>>();
            tasks.add(() -> submitOne(job("a")));
            tasks.add(
                    () -> {
                        leaving.close();
                        return "";
                    });

            var job = together(tasks).getFirst();
            var late = leaving.arrived();

            if (late.isEmpty()) {
                assertThat(runner("r" + round).claims().job()).isEqualTo(job);
            } else {
                assertThat(late).extracting(Grant::job).containsExactly((JobId) job);
            }
        }
    }

    @Test
    void messages_and_wants_travel_together() {
        var jobs = submit(job("a"), job("b")).jobs();
        var runner = runner("r");
        var first = runner.starts();

        var replies =
                engine.exchange(
                        runner.holder,
                        List.of(
                                Addressed.of(
                                        first.job(), runner.complete(first, Ending.SUCCEEDED))),
                        List.of(new Wanted(runner.demand, 1)));

        assertThat(((Decision.Accept) replies.getFirst().decision()).answer())
                .isInstanceOf(Answer.Completed.class);
        assertThat(runner.granted().job()).isEqualTo(jobs.get(1));
    }

    @Test
    void a_lease_that_is_acknowledged_with_the_request_is_running_from_its_grant_on() {
        var queued = submitOne(job("a"));
        var runner = acknowledgingRunner("r").wants(2);
        var fromTheQueue = runner.granted();
        var straight = submitOne(job("b"));
        var parked = runner.granted();

        assertThat(fromTheQueue.job()).isEqualTo(queued);
        assertThat(parked.job()).isEqualTo(straight);
        for (var grant : List.of(fromTheQueue, parked)) {
            assertThat(grant.acknowledged()).isTrue();
            assertThat(status(grant.job())).isEqualTo(Status.RUNNING);
            assertThat(engine.views().audit(grant.job(), 0, 10))
                    .extracting(Views.AuditLine::kind)
                    .containsExactly("SUBMITTED", "GRANTED", "ACKNOWLEDGED");
            runner.says(grant.job(), runner.complete(grant, Ending.SUCCEEDED));
            assertThat(status(grant.job())).isEqualTo(Status.SUCCEEDED);
        }
        new Invariants(store).check();
    }

    @Test
    void a_lease_that_is_acknowledged_with_the_request_ends_with_the_time_of_its_job() {
        var limit = TERMS.ttl().dividedBy(4);
        submitOne(job("short").maxRuntime(limit));

        var grant = acknowledgingRunner("r").wants(1).granted();

        assertThat(grant.ttl()).isEqualTo(limit.plus(TERMS.runtimeGrace()));
    }

    @Test
    void a_lease_that_was_acknowledged_with_the_request_and_is_refused_goes_to_another() {
        var job = submitOne(job("a"));
        var deaf = acknowledgingRunner("deaf").refuseEverything().wants(1);

        var other = runner("r").claims();

        assertThat(other.job()).isEqualTo(job);
        assertThat(other.attempt()).as("nobody has begun it").isEqualTo(1);
        assertThat(engine.views().leasesOf(deaf.holder)).isEmpty();
    }

    @Test
    void a_runner_that_waits_for_two_queues_is_woken_by_either() {
        var runner = runnerWith("r", tag, "other").wants(2);
        settle();

        var one = submitOne(job("a"));
        var two = submitOne(job("b").requiring(tag, "other"));

        assertThat(runner.granted(2)).extracting(Grant::job).containsExactlyInAnyOrder(one, two);
    }
}
