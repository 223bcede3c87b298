package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.core.Command;
import dev.baton.core.JobId;
import dev.baton.core.LeaseTerms;
import dev.baton.core.Status;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;

/// Two orchestrators on one PostgreSQL are one to whoever submits and whoever runs.
class NeighboursIT {
    private static final Duration SOON = Duration.ofSeconds(10);

    private final PostgresStore store = new PostgresStore();
    private final Recorder heardHere = new Recorder();
    private final Recorder heardThere = new Recorder();
    private Engine here;
    private Engine there;

    @BeforeEach
    void openBoth() {
        here = store.open(LeaseTerms.DEFAULTS, heardHere);
        there = store.open(LeaseTerms.DEFAULTS, heardThere);
        awaitAcquaintance();
    }

    @AfterEach
    void closeBoth() {
        here.close();
        there.close();
        new Invariants(store).check();
    }

    /// They know of each other once the end of a job at one is heard at the other.
    private void awaitAcquaintance() {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> {
                            cancel(here, submit(here, Draft.job("hello")).getFirst());
                            cancel(there, submit(there, Draft.job("hello")).getFirst());
                            assertThat(heardHere.changedElsewhere).isNotEmpty();
                            assertThat(heardThere.changedElsewhere).isNotEmpty();
                        });
    }

    @Test
    void a_unique_key_submitted_at_both_by_sixteen_threads_makes_one_job() {
        for (int round = 0; round < 5; round++) {
            var key = "round " + round;
            var tasks = new ArrayList<Callable<JobId>>();
            for (int i = 0; i < 16; i++) {
                var at = i % 2 == 0 ? here : there;
                tasks.add(
                        () ->
                                UniqueKeysContract.placed(
                                        at.submit(Draft.run(Draft.job("one").unique(key)))));
            }
            assertThat(new HashSet<>(EngineContract.together(tasks))).hasSize(1);
        }
    }

    private static List<JobId> submit(Engine engine, Draft... jobs) {
        return ((Submitted.Created) engine.submit(Draft.run(jobs))).jobs();
    }

    private static void cancel(Engine engine, JobId job) {
        engine.tell(List.of(Addressed.of(job, new Command.Cancel("user:ann", "enough"))));
    }

    private Status status(JobId job) {
        return here.views().job(job).orElseThrow().status();
    }

    @Test
    void a_job_submitted_at_one_is_granted_to_a_runner_that_waits_at_the_other_within_a_second() {
        try (var runner = new TestRunner(there, "r", "zone=a")) {
            submit(here, Draft.job("known").requiring("zone=a"));
            runner.does();
            var took = new ArrayList<Duration>();
            for (int i = 0; i < 10; i++) {
                runner.wants(1);
                there.tell(List.of());
                long start = System.nanoTime();
                var job = submit(here, Draft.job("a").requiring("zone=a")).getFirst();

                var grant = runner.granted();

                took.add(Duration.ofNanos(System.nanoTime() - start));
                assertThat(grant.job()).isEqualTo(job);
            }
            assertThat(took.stream().sorted().toList().get(5)).isLessThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void a_queue_that_was_made_at_one_is_served_by_the_other() {
        try (var runner = new TestRunner(there, "r", "zone=new")) {
            runner.wants(1);
            there.tell(List.of());

            var job = submit(here, Draft.job("a").requiring("zone=new")).getFirst();

            assertThat(runner.granted().job()).isEqualTo(job);
        }
    }

    @Test
    void a_runner_may_speak_to_either() {
        submit(here, Draft.job("a"));
        try (var runner = new TestRunner(here, "r");
                var moved = new TestRunner(there, "r")) {
            var grant = runner.claims();

            moved.told(grant, moved.ack(grant));
            runner.told(grant, runner.beat(grant));
            moved.told(grant, moved.complete(grant, dev.baton.core.Ending.SUCCEEDED));

            runner.toldAgain(grant, runner.complete(grant, dev.baton.core.Ending.SUCCEEDED));
        }
    }

    @Test
    void claims_at_both_never_give_one_job_twice() {
        int jobs = 400;
        var ids = submit(here, Draft.many(jobs, i -> Draft.job("job" + i).requiring("both")));
        var tasks = new ArrayList<Callable<List<Grant>>>();
        for (int i = 0; i < 8; i++) {
            var runner = new TestRunner(i % 2 == 0 ? here : there, "r" + i, "both");
            tasks.add(() -> runner.wants(jobs / 8).granted(jobs / 8));
        }

        var given = new ArrayList<JobId>();
        EngineContract.together(tasks)
                .forEach(grants -> grants.forEach(grant -> given.add(grant.job())));

        assertThat(given).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(new HashSet<>(given)).hasSize(jobs);
    }

    @Test
    void a_gate_is_one_gate_for_both() {
        int limit = 2;
        submit(here, Draft.many(20, i -> Draft.job("a" + i).gate("shared", limit)));
        submit(there, Draft.many(20, i -> Draft.job("b" + i).gate("shared", limit)));
        var tasks = new ArrayList<Callable<Grant>>();
        for (int i = 0; i < 4; i++) {
            var runner = new TestRunner(i % 2 == 0 ? here : there, "r" + i);
            tasks.add(
                    () -> {
                        for (int n = 0; n < 9; n++) {
                            runner.does();
                            assertThat(
                                            store.count(
                                                    "SELECT count(*) FROM job_state WHERE gate = 'shared'"
                                                            + " AND standing BETWEEN 3 AND 6"))
                                    .isLessThanOrEqualTo(limit);
                        }
                        return runner.does();
                    });
        }

        assertThat(EngineContract.together(tasks)).hasSize(4);
        assertThat(
                        store.count(
                                "SELECT count(*) FROM job_state WHERE gate = 'shared' AND standing = 7"))
                .isEqualTo(40);
    }

    @Test
    void a_cancel_at_one_is_heard_at_the_other() {
        var job = submit(here, Draft.job("a").requiring("cancel")).getFirst();
        try (var runner = new TestRunner(there, "r", "cancel")) {
            runner.starts();
            heardThere.changedElsewhere.clear();

            cancel(here, job);

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(heardThere.changedElsewhere).contains(job));
        }
    }

    @Test
    void each_of_many_jobs_that_end_at_once_is_heard_of_at_the_other() {
        var jobs = submit(here, Draft.many(900, i -> Draft.job("job" + i)));
        heardThere.changedElsewhere.clear();

        here.tell(
                jobs.stream()
                        .map(job -> Addressed.of(job, new Command.Cancel("user:ann", "enough")))
                        .toList());

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(heardThere.changedElsewhere).containsAll(jobs));
    }

    @Test
    void too_many_to_be_listed_are_a_reason_to_look_at_everything() {
        var jobs = submit(here, Draft.many(4_500, i -> Draft.job("job" + i)));
        int before = heardThere.missed.get();

        here.tell(
                jobs.stream()
                        .map(job -> Addressed.of(job, new Command.Cancel("user:ann", "enough")))
                        .toList());

        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(heardThere.missed).hasValueGreaterThan(before));
    }

    @Test
    void a_connection_for_notices_that_was_lost_is_a_reason_to_look_at_everything() {
        int before = heardThere.missed.get();

        store.terminateConnections("query LIKE '%orchestrator%' OR query LIKE 'LISTEN%'");

        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(heardThere.missed).hasValueGreaterThan(before));
    }

    @Test
    void one_that_loses_all_its_connections_loses_nothing_it_was_given() {
        var jobs = submit(here, Draft.many(50, i -> Draft.job("job" + i).requiring("abrupt")));
        try (var runner = new TestRunner(here, "r", "abrupt");
                var other = new TestRunner(there, "s", "abrupt")) {
            var held = runner.wants(20).granted(20);

            store.terminateConnections("true");
            here.close();

            // What it had granted is still held, and the rest is for the other.
            assertThat(other.wants(30).granted(30))
                    .extracting(Grant::job)
                    .containsExactlyElementsOf(jobs.subList(20, 50));
            var moved = new TestRunner(there, "r", "abrupt");
            held.forEach(grant -> moved.told(grant, moved.ack(grant)));
            held.forEach(
                    grant ->
                            moved.told(
                                    grant, moved.complete(grant, dev.baton.core.Ending.SUCCEEDED)));
        }
        here = store.open(LeaseTerms.DEFAULTS, heardHere);
        jobs.subList(0, 20).forEach(job -> assertThat(status(job)).isEqualTo(Status.SUCCEEDED));
    }

    @Test
    void an_orchestrator_that_could_not_connect_for_a_while_listens_again() {
        try (var runner = new TestRunner(there, "r", "again")) {
            store.allowConnections(false);
            await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
            store.allowConnections(true);
            awaitAcquaintance();
            heardThere.changedElsewhere.clear();
            await().atMost(SOON)
                    .untilAsserted(
                            () -> {
                                var hello = submit(here, Draft.job("hello")).getFirst();
                                cancel(here, hello);
                                assertThat(heardThere.changedElsewhere).isNotEmpty();
                            });

            runner.wants(1);
            var job = submit(here, Draft.job("a").requiring("again")).getFirst();

            assertThat(runner.granted().job()).isEqualTo(job);
        }
    }
}
