package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Event;
import dev.baton.core.JobId;
import dev.baton.core.LeaseTerms;
import dev.baton.core.Status;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// What every engine does, whatever the database: one topic for each subclass.
///
/// The tests of a class share a store. Each has a tag of its own, which its jobs require and its runners have, so
/// that none is given what another left behind.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EngineContract {
    static final LeaseTerms TERMS = LeaseTerms.DEFAULTS;

    private static final AtomicInteger TAGS = new AtomicInteger();

    final TestStore store;
    final Recorder recorder = new Recorder();
    private final List<TestRunner> runners = new ArrayList<>();
    Engine engine;
    String tag = "";

    EngineContract(TestStore store) {
        this.store = store;
    }

    @BeforeAll
    void openEngine() {
        engine = store.open(TERMS, recorder);
    }

    @AfterAll
    void closeEngine() {
        engine.close();
        store.close();
    }

    @BeforeEach
    void takeTag() {
        tag = "test=" + TAGS.incrementAndGet();
    }

    @AfterEach
    void leaveNoRunnerAndNoContradiction() {
        runners.forEach(TestRunner::close);
        runners.clear();
        new Invariants(store).check();
    }

    /// A job that only this test's runners can have.
    Draft job(String name) {
        return Draft.job(name).requiring(tag);
    }

    /// A job that nobody is there for.
    String lonelyTag() {
        return tag + "-lonely";
    }

    Submitted.Created submit(Draft... jobs) {
        return (Submitted.Created) engine.submit(Draft.run(jobs));
    }

    JobId submitOne(Draft job) {
        return submit(job).jobs().getFirst();
    }

    TestRunner runner(String name) {
        return runnerWith(name, tag);
    }

    TestRunner runnerWith(String name, String... tags) {
        var runner = new TestRunner(engine, name + "-" + tag, tags);
        runners.add(runner);
        return runner;
    }

    /// One that acknowledges with its requests what it will be granted.
    TestRunner acknowledgingRunner(String name) {
        var runner = new TestRunner(engine, name + "-" + tag, true, tag);
        runners.add(runner);
        return runner;
    }

    Decision tell(JobId job, Command command) {
        return engine.tell(List.of(Addressed.of(job, command))).getFirst().decision();
    }

    Decision cancel(JobId job) {
        return tell(job, new Command.Cancel("user:ann", "not wanted any more"));
    }

    void pass(Duration time) {
        store.passTime(time);
    }

    /// Lets time pass and sweeps until nothing is due.
    void sweepAfter(Duration time) {
        pass(time);
        while (engine.sweep() > 0) {}
    }

    /// Returns when all that was asked for before is committed and delivered: requests pass through each lane in order,
    /// and what a batch delivers is delivered before the next one.
    void settle() {
        for (int i = 0; i < 4 * PostgresStore.LANES; i++) {
            engine.tell(List.of());
        }
    }

    Views.JobView view(JobId job) {
        return engine.views().job(job).orElseThrow();
    }

    Status status(JobId job) {
        return view(job).status();
    }

    void assertStatus(JobId job, Status status) {
        assertThat(status(job)).as("%s", job).isEqualTo(status);
    }

    List<String> events(JobId job) {
        return engine.views().audit(job, 0, 1_000).stream().map(Views.AuditLine::kind).toList();
    }

    long finishedLines(JobId job) {
        return events(job).stream().filter(Event.Kind.FINISHED.name()::equals).count();
    }

    /// Runs the same thing in so many threads that start together.
    static <T> List<T> together(int threads, Callable<T> task) {
        return together(java.util.Collections.nCopies(threads, task));
    }

    static <T> List<T> together(List<? extends Callable<T>> tasks) {
        var start = new CyclicBarrier(tasks.size());
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var futures =
                    tasks.stream()
                            .map(
                                    task ->
                                            executor.submit(
                                                    () -> {
                                                        start.await();
                                                        return task.call();
                                                    }))
                            .toList();
            var results = new ArrayList<T>();
            for (var future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (Exception e) {
            throw new AssertionError("a thread failed", e);
        }
    }
}
