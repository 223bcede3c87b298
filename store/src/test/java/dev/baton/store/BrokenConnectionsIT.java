package dev.baton.store;

import static dev.baton.core.Ending.SUCCEEDED;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.core.Decision;
import dev.baton.core.JobId;
import dev.baton.core.LeaseTerms;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/// A server that ends a connection is a nuisance, and no more.
class BrokenConnectionsIT {
    private final PostgresStore store = new PostgresStore();
    private final Recorder recorder = new Recorder();
    private Engine engine;

    @BeforeEach
    void openEngine() {
        engine = store.open(LeaseTerms.DEFAULTS, recorder);
    }

    @AfterEach
    void closeEngine() {
        engine.close();
        new Invariants(store).check();
    }

    private List<JobId> submit(Draft... jobs) {
        return ((Submitted.Created) engine.submit(Draft.run(jobs))).jobs();
    }

    @Test
    void a_request_after_the_connection_was_ended_is_answered() {
        submit(Draft.job("before"));
        store.terminateConnections("true");

        var job = submit(Draft.job("after")).getFirst();

        // A read may still meet a connection that was ended, and can be asked again.
        await().ignoreExceptions()
                .untilAsserted(() -> assertThat(engine.views().job(job)).isPresent());
        assertThat(engine.readiness().problems()).isEmpty();
    }

    @Test
    void a_runner_that_waits_when_the_connection_ends_is_still_served() {
        try (var runner = new TestRunner(engine, "r", "waiting")) {
            runner.wants(1);
            engine.tell(List.of());
            engine.tell(List.of());
            store.terminateConnections("true");

            var job = submit(Draft.job("a").requiring("waiting")).getFirst();

            assertThat(runner.granted().job()).isEqualTo(job);
        }
    }

    @Test
    void requests_under_load_are_retried_and_answered_while_connections_are_ended() {
        int each = 60;
        var over = new AtomicBoolean();
        var tasks = new ArrayList<Callable<List<JobId>>>();
        for (int i = 0; i < 6; i++) {
            var runner = new TestRunner(engine, "r" + i, "load");
            tasks.add(() -> submitAndWork(runner, each));
        }
        var killer = Thread.ofVirtual().start(() -> endConnectionsUntil(over));

        var jobs = EngineContract.together(tasks).stream().flatMap(List::stream).toList();
        over.set(true);
        join(killer);

        assertThat(jobs).hasSize(6 * each).doesNotHaveDuplicates();
        assertThat(store.count("SELECT count(*) FROM job")).isEqualTo(jobs.size());
        finishTheRest();
        assertThat(store.count("SELECT count(*) FROM job_state WHERE standing = 7"))
                .isEqualTo(jobs.size());
    }

    private List<JobId> submitAndWork(TestRunner runner, int jobs) {
        var submitted = new ArrayList<JobId>();
        for (int n = 0; n < jobs; n++) {
            submitted.addAll(submit(Draft.job("job").requiring("load")));
            runner.wants(1);
            for (var grant : runner.arrived()) {
                for (var message : List.of(runner.ack(grant), runner.complete(grant, SUCCEEDED))) {
                    // Accepted, or repeated because nobody knew whether it was committed.
                    assertThat(runner.says(grant.job(), message).decision())
                            .isNotInstanceOf(Decision.Refuse.class);
                }
            }
        }
        runner.close();
        return submitted;
    }

    /// Ends connections again and again, each time after the engine got something done.
    private void endConnectionsUntil(AtomicBoolean over) {
        while (!over.get()) {
            int before = recorder.changes.size();
            store.terminateConnections("random() < 0.7");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> over.get() || recorder.changes.size() > before + 20);
        }
    }

    /// A lease whose commit was not heard of was delivered to nobody: its deadline brings the job back.
    private void finishTheRest() {
        try (var runner = new TestRunner(engine, "last", "load")) {
            store.passTime(LeaseTerms.DEFAULTS.ttl());
            while (engine.sweep() > 0) {}
            var left = store.count("SELECT count(*) FROM job_state WHERE standing < 7");
            for (int i = 0; i < left; i++) {
                runner.does();
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
