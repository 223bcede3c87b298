package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Command;
import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.Status;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

/// Runs are created once, whole or not at all.
abstract class SubmittingContract extends EngineContract {
    SubmittingContract(TestStore store) {
        super(store);
    }

    @Test
    void a_run_has_its_jobs_in_the_order_in_which_they_were_given() {
        var created = submit(job("first"), job("second"), job("third"));

        assertThat(created.repeated()).isFalse();
        assertThat(created.jobs().stream().map(job -> view(job).name()))
                .containsExactly("first", "second", "third");
        assertThat(created.jobs()).isSorted().doesNotHaveDuplicates();
        assertThat(engine.views().run(created.run()).orElseThrow().jobs())
                .isEqualTo(Map.of(Status.QUEUED, 3));
    }

    @Test
    void a_key_that_is_repeated_gives_the_same_run_again() {
        var run = Draft.run(tag, "same", job("a"), job("b"));

        var first = (Submitted.Created) engine.submit(run);
        var second = (Submitted.Created) engine.submit(run);

        assertThat(second.repeated()).isTrue();
        assertThat(second.run()).isEqualTo(first.run());
        assertThat(second.jobs()).isEqualTo(first.jobs());
        assertThat(engine.views().run(first.run()).orElseThrow().jobs())
                .isEqualTo(Map.of(Status.QUEUED, 2));
    }

    @Test
    void a_key_that_is_reused_for_something_else_is_refused() {
        var first = (Submitted.Created) engine.submit(Draft.run(tag, "one", job("a")));

        assertThat(engine.submit(Draft.run(tag, "other", job("b"))))
                .isEqualTo(new Submitted.KeyReused(first.run()));
    }

    @Test
    void the_same_key_of_another_owner_is_another_run() {
        var run = Draft.run(tag, "same", job("a"));
        var theirs =
                new NewRun(
                        run.key(),
                        run.fingerprint(),
                        "tok_other",
                        run.by(),
                        run.name(),
                        run.labels(),
                        run.jobs());

        var ours = (Submitted.Created) engine.submit(run);
        var other = (Submitted.Created) engine.submit(theirs);

        assertThat(other.repeated()).isFalse();
        assertThat(other.run()).isNotEqualTo(ours.run());
    }

    @Test
    void one_key_submitted_by_sixteen_threads_at_once_makes_one_run() {
        for (int round = 0; round < 20; round++) {
            var run = Draft.run(tag + "-" + round, "same", job("a"), job("b"));

            var answers = together(16, () -> (Submitted.Created) engine.submit(run));

            assertThat(answers.stream().map(Submitted.Created::run).distinct()).hasSize(1);
            assertThat(answers.stream().map(Submitted.Created::jobs).distinct()).hasSize(1);
            assertThat(answers.stream().filter(answer -> !answer.repeated())).hasSize(1);
        }
    }

    @Test
    void runs_submitted_at_once_have_different_ids() {
        var tasks = new ArrayList<Callable<Submitted.Created>>();
        IntStream.range(0, 32)
                .forEach(_ -> tasks.add(() -> submit(Draft.many(60, i -> job("job" + i)))));

        var ids = new HashSet<JobId>();
        together(tasks).forEach(created -> ids.addAll(created.jobs()));

        assertThat(ids).hasSize(32 * 60);
    }

    @Test
    void a_run_that_the_store_refuses_is_not_there_and_takes_no_other_with_it() {
        var broken = Draft.brokenRun(job("a"));
        var tasks = new ArrayList<Callable<Object>>();
        for (int i = 0; i < 8; i++) {
            tasks.add(() -> submit(job("good")));
            tasks.add(
                    () -> {
                        assertThatThrownBy(() -> engine.submit(broken))
                                .isInstanceOfSatisfying(
                                        StoreException.class,
                                        e ->
                                                assertThat(e.code())
                                                        .isEqualTo(StoreException.Code.BROKEN));
                        return "";
                    });
        }

        var answers = together(tasks);

        assertThat(answers.stream().filter(Submitted.Created.class::isInstance)).hasSize(8);
        assertThat(store.count("SELECT count(*) FROM run WHERE key = '" + broken.key() + "'"))
                .isZero();
    }

    @Test
    void a_runner_that_waits_outlives_a_submission_that_failed() {
        var runner = runner("r").wants(1);
        settle();
        assertThatThrownBy(() -> engine.submit(Draft.brokenRun(job("a"))))
                .isInstanceOf(StoreException.class);

        var job = submitOne(job("good"));

        assertThat(runner.granted().job()).isEqualTo(job);
    }

    @Test
    void a_run_that_asks_for_one_queue_too_many_takes_no_other_with_it() {
        try (var full = copyWithAllQueuesTaken()) {
            var tasks = new ArrayList<Callable<Object>>();
            for (int i = 0; i < 8; i++) {
                tasks.add(() -> full.engine().submit(Draft.run(Draft.job("a").requiring("q=1"))));
                tasks.add(
                        () -> {
                            assertThatThrownBy(() -> full.engine().submit(Draft.run(job("a"))))
                                    .isInstanceOfSatisfying(
                                            StoreException.class,
                                            e ->
                                                    assertThat(e.code())
                                                            .isEqualTo(
                                                                    StoreException.Code
                                                                            .TOO_MANY_REQUIREMENTS));
                            return "";
                        });
            }

            assertThat(together(tasks).stream().filter(Submitted.Created.class::isInstance))
                    .hasSize(8);
            assertThat(full.engine().submit(Draft.runOf("tok_other", job("a"))))
                    .isInstanceOf(Submitted.Created.class);
        }
    }

    @Test
    void requirements_that_no_job_waits_with_any_more_do_not_count_after_a_restart() {
        try (var full = copyWithAllQueuesTaken()) {
            var waiting =
                    (Submitted.Created)
                            full.engine()
                                    .submit(
                                            Draft.runOf(
                                                    "tok_other",
                                                    Draft.job("ready").requiring("w=1"),
                                                    Draft.job("next").requiring("w=2").needing(0)));
            full.engine()
                    .tell(
                            full.taken().jobs().stream()
                                    .map(
                                            job ->
                                                    Addressed.of(
                                                            job,
                                                            new Command.Cancel("user:ann", "done")))
                                    .toList());
            full.engine().close();
            try (var again = full.store().open(TERMS, recorder)) {
                assertThat(again.submit(Draft.run(job("a")))).isInstanceOf(Submitted.Created.class);
                var runner = new TestRunner(again, "r-" + tag, "w=1", "w=2");
                var first = runner.claims();
                again.tell(List.of(Addressed.of(first.job(), runner.ack(first))));
                again.tell(
                        List.of(
                                Addressed.of(
                                        first.job(), runner.complete(first, Ending.SUCCEEDED))));
                assertThat(List.of(first.job(), runner.claims().job())).isEqualTo(waiting.jobs());
                runner.close();
            }
        }
    }

    private record FullStore(TestStore store, Engine engine, Submitted.Created taken)
            implements AutoCloseable {
        @Override
        public void close() {
            engine.close();
            store.close();
        }
    }

    private FullStore copyWithAllQueuesTaken() {
        var other = store instanceof SqliteStore ? new SqliteStore() : new PostgresStore();
        var opened = other.open(TERMS, recorder);
        var taken =
                opened.submit(
                        Draft.run(
                                Draft.many(
                                        Requirements.MAX_QUEUES_OF_OWNER,
                                        i -> Draft.job("j" + i).requiring("q=" + i))));
        return new FullStore(other, opened, (Submitted.Created) taken);
    }

    @Test
    void a_submission_is_the_first_line_of_the_audit_trail() {
        var job = submitOne(job("a"));

        var audit = engine.views().audit(job, 0, 10);

        assertThat(audit).hasSize(1);
        assertThat(audit.getFirst().kind()).isEqualTo("SUBMITTED");
        assertThat(audit.getFirst().actor()).isEqualTo("user:ann");
    }

    @Test
    void a_job_that_is_retried_by_hand_names_the_one_before_it() {
        var first = submitOne(job("a"));
        cancel(first);

        var second = submitOne(job("a").retryOf(first));

        assertThat(view(second).retryOf()).isEqualTo(first);
        assertThat(List.of(status(first), status(second)))
                .containsExactly(Status.CANCELED, Status.QUEUED);
    }
}
