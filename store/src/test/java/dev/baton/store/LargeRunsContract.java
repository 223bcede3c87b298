package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.core.Status;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Runs that are too large for one transaction are written in parts, and nobody can tell.
abstract class LargeRunsContract extends EngineContract {
    /// More than two parts.
    private static final int JOBS = 2 * RunParts.MAX_COST + 10;

    LargeRunsContract(TestStore store) {
        super(store);
    }

    private Draft[] many() {
        return Draft.many(JOBS, i -> job("job-" + i));
    }

    /// A run whose orchestrator is gone after this many parts.
    private NewRun leftAfter(int parts, NewRun run) {
        engine.close();
        try (var database = database()) {
            var requirements = new Requirements(System::nanoTime);
            var shared =
                    new Shared(
                            Rules.of(TERMS),
                            requirements,
                            new Cursors(System::nanoTime),
                            new Parking(requirements),
                            Neighbours.NONE,
                            recorder,
                            RunParts.MAX_COST);
            List<Request> next = new ArrayList<>();
            var committer =
                    new Committer(
                            database, shared, new Aftermath(shared, next::add), Surroundings.REAL);
            var request = new Request.Submitting(run, RunParts.MAX_COST);
            for (int i = 0; i < parts; i++) {
                committer.run(List.of(request));
                assertThat(request.isAnswered()).isFalse();
                assertThat(next).as("one part, and then the next").contains(request);
                next.clear();
            }
            committer.disconnect();
        }
        engine = store.open(TERMS, recorder);
        return run;
    }

    private Database database() {
        return switch (store.config()) {
            case StoreConfig.Sqlite sqlite -> new SqliteDatabase(sqlite, store.clock());
            case StoreConfig.Postgres postgres -> new PostgresDatabase(postgres);
        };
    }

    private long partialRuns() {
        return store.count("SELECT count(*) FROM partial_run");
    }

    @Test
    void a_large_run_has_its_jobs_in_the_order_in_which_they_were_given() {
        int commits = recorder.commits.size();
        var created = submit(many());

        assertThat(created.jobs()).hasSize(JOBS).isSorted().doesNotHaveDuplicates();
        assertThat(view(created.jobs().getLast()).name()).isEqualTo("job-" + (JOBS - 1));
        assertThat(engine.views().run(created.run()).orElseThrow().jobs())
                .isEqualTo(Map.of(Status.QUEUED, JOBS));
        assertThat(partialRuns()).isZero();
        settle();
        assertThat(recorder.commits.size() - commits).isGreaterThanOrEqualTo(3);
    }

    @Test
    void a_key_that_is_repeated_gives_the_same_large_run_again() {
        var run = Draft.run(tag, "same", many());

        var first = (Submitted.Created) engine.submit(run);
        var second = (Submitted.Created) engine.submit(run);

        assertThat(second).isEqualTo(new Submitted.Created(first.run(), first.jobs(), true));
        assertThat(engine.submit(Draft.run(tag, "other", job("b"))))
                .isEqualTo(new Submitted.KeyReused(first.run()));
    }

    @Test
    void one_key_at_once_from_many_gives_one_large_run() {
        var run = Draft.run(tag, "same", many());

        var all = together(4, () -> (Submitted.Created) engine.submit(run));

        assertThat(all.stream().map(Submitted.Created::run).distinct()).hasSize(1);
        assertThat(all.stream().map(Submitted.Created::jobs).distinct()).hasSize(1);
        assertThat(engine.views().run(all.getFirst().run()).orElseThrow().jobs())
                .isEqualTo(Map.of(Status.QUEUED, JOBS));
    }

    @Test
    void a_run_is_shown_when_all_of_it_is_written_and_whoever_repeats_it_goes_on() {
        var run = leftAfter(1, Draft.run(tag, "same", many()));
        assertThat(partialRuns()).isOne();
        long id = store.count("SELECT run_id FROM partial_run");
        assertThat(engine.views().run(new RunId(id))).isEmpty();
        assertThat(engine.views().runs(null, 1_000).runs())
                .noneMatch(shown -> shown.id().value() == id);

        var created = (Submitted.Created) engine.submit(run);

        assertThat(created.run().value()).isEqualTo(id);
        assertThat(created.jobs()).hasSize(JOBS).isSorted();
        assertThat(engine.views().run(created.run()).orElseThrow().jobs())
                .isEqualTo(Map.of(Status.QUEUED, JOBS));
        assertThat(partialRuns()).isZero();
    }

    @Test
    void a_run_that_its_orchestrator_left_is_written_by_the_next() {
        leftAfter(2, Draft.run(tag, "same", many()));
        long id = store.count("SELECT run_id FROM partial_run");
        store.execute("UPDATE partial_run SET written = 0");

        await().until(
                        () -> {
                            engine.sweep();
                            return partialRuns() == 0;
                        });

        assertThat(engine.views().run(new RunId(id)).orElseThrow().jobs())
                .isEqualTo(Map.of(Status.QUEUED, JOBS));
    }

    @Test
    void what_ends_before_its_dependents_are_written_releases_them_all_the_same() {
        var jobs = many();
        int last = JOBS - 1;
        jobs[last - 1] = job("after success").needing(0);
        jobs[last] = job("after failure").needing(1);
        var run = leftAfter(1, Draft.run(tag, "same", jobs));
        var runner = runner("r");
        var good = runner.starts();
        var bad = runner.starts();
        assertThat(view(good.job()).name()).isEqualTo("job-0");
        runner.told(good, runner.complete(good, Ending.SUCCEEDED));
        cancel(bad.job());
        runner.told(bad, runner.confirmCancel(bad));

        var created = (Submitted.Created) engine.submit(run);

        assertThat(view(created.jobs().get(last - 1)).waits()).isEqualTo("for a runner that fits");
        assertStatus(created.jobs().get(last), Status.CANCELED);
    }

    @Test
    void jobs_are_written_after_those_that_they_need_however_they_are_given() {
        // Each needs the next: the last is written first.
        var jobs =
                IntStream.range(0, JOBS)
                        .mapToObj(i -> i == JOBS - 1 ? job("last") : job("job-" + i).needing(i + 1))
                        .toArray(Draft[]::new);

        var created = submit(jobs);

        assertThat(created.jobs()).isSorted();
        assertThat(view(created.jobs().getFirst()).waits()).startsWith("for 1 of the jobs");
        assertThat(runner("r").starts().job()).isEqualTo(created.jobs().getLast());
    }

    @Test
    void jobs_that_others_stand_for_are_not_written_twice() {
        var key = "key-" + tag;
        var taken = submitOne(job("taken").unique(key));
        var jobs = many();
        jobs[JOBS - 1] = job("again").unique(key);

        var merged = (Submitted.Merged) engine.submit(Draft.run(jobs));

        assertThat(merged.jobs()).hasSize(JOBS);
        assertThat(merged.jobs().getLast()).isEqualTo(new Submitted.Placed(taken, "again", true));
        assertThat(merged.jobs().subList(0, JOBS - 1)).noneMatch(Submitted.Placed::existing);
    }

    @Test
    void a_large_run_of_nothing_but_jobs_that_are_there_is_none() {
        var keyed = Draft.many(JOBS, i -> job("job-" + i).unique("key-" + i + tag));
        var first = submit(keyed);

        var merged = (Submitted.Merged) engine.submit(Draft.run(keyed));

        assertThat(merged.run()).isNull();
        assertThat(merged.jobs().stream().map(Submitted.Placed::id)).isEqualTo(first.jobs());
        assertThat(partialRuns()).isZero();
    }

    @Test
    void gates_hold_across_parts() {
        var gate = "g-" + tag;
        var created = submit(Draft.many(JOBS, i -> job("job-" + i).gate(gate, 2)));
        var runner = runner("r");

        var first = runner.starts();
        var second = runner.starts();
        runner.wants(1);
        settle();

        assertThat(List.of(first.job(), second.job())).isEqualTo(created.jobs().subList(0, 2));
        assertThat(runner.arrived()).isEmpty();
        runner.told(first, runner.complete(first, Ending.SUCCEEDED));
        JobId third = runner.granted().job();
        assertThat(third).isEqualTo(created.jobs().get(2));
    }

    @Test
    void a_late_job_of_a_later_part_is_over_at_once() {
        var jobs = many();
        var now = view(submitOne(job("clock").requiring(lonelyTag()))).times().created();
        jobs[JOBS - 2] = job("late").deadline(now.minus(Duration.ofSeconds(1)));
        jobs[JOBS - 1] = job("after").needing(JOBS - 2);

        var created = submit(jobs);

        assertStatus(created.jobs().get(JOBS - 2), Status.FAILED);
        assertStatus(created.jobs().get(JOBS - 1), Status.CANCELED);
    }
}
