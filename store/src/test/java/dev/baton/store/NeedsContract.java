package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.Status;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

/// A job starts when everything that it needs has succeeded, and never if something did not.
abstract class NeedsContract extends EngineContract {
    NeedsContract(TestStore store) {
        super(store);
    }

    private Submitted.Created diamond() {
        return submit(
                job("top"),
                job("left").needing(0),
                job("right").needing(0),
                job("bottom").needing(1, 2));
    }

    @Test
    void a_diamond_is_done_from_top_to_bottom() {
        var jobs = diamond().jobs();
        var runner = runner("r");

        var order = new ArrayList<JobId>();
        for (int i = 0; i < 4; i++) {
            order.add(runner.does().job());
        }

        assertThat(order).containsExactlyElementsOf(jobs);
        assertThat(events(jobs.get(3)))
                .containsExactly("SUBMITTED", "UNBLOCKED", "GRANTED", "ACKNOWLEDGED", "FINISHED");
    }

    @Test
    void the_bottom_waits_until_both_sides_are_done() {
        var jobs = diamond().jobs();
        var runner = runner("r");
        runner.does();
        runner.does();

        assertThat(view(jobs.get(3)).waits()).isEqualTo("for 1 of the jobs it needs");
        assertThat(view(jobs.get(3)).needs()).containsExactly(jobs.get(1), jobs.get(2));
    }

    @Test
    void a_runner_that_waits_is_given_what_its_own_report_unblocked() {
        var jobs = submit(job("a"), job("b").needing(0)).jobs();
        var runner = runner("r");
        var first = runner.starts();
        runner.wants(1);
        settle();

        runner.told(first, runner.complete(first, Ending.SUCCEEDED));

        assertThat(runner.granted().job()).isEqualTo(jobs.get(1));
    }

    @Test
    void a_need_that_failed_cancels_all_that_waited_for_it_and_for_those() {
        var jobs = diamond().jobs();
        var runner = runner("r");
        var top = runner.starts();

        runner.told(top, runner.complete(top, Ending.ERROR));

        assertStatus(jobs.getFirst(), Status.FAILED);
        for (var job : jobs.subList(1, 4)) {
            assertStatus(job, Status.CANCELED);
            assertThat(view(job).outcome().cause()).isEqualTo("NEED_FAILED");
            assertThat(finishedLines(job)).isEqualTo(1);
        }
        assertThat(view(jobs.get(1)).outcome().why()).contains(jobs.getFirst() + "");
    }

    @Test
    void a_need_that_is_canceled_in_the_queue_cancels_those_that_waited() {
        var jobs = diamond().jobs();

        cancel(jobs.get(0));

        jobs.forEach(job -> assertStatus(job, Status.CANCELED));
    }

    @Test
    void a_need_that_is_tried_again_keeps_the_others_waiting() {
        var jobs = submit(job("a").retriedAfterErrors(2), job("b").needing(0)).jobs();
        var runner = runner("r");
        var first = runner.starts();

        runner.told(first, runner.complete(first, Ending.ERROR));

        assertStatus(jobs.get(1), Status.QUEUED);
        assertThat(runner.does().attempt()).isEqualTo(2);
        assertThat(runner.does().job()).isEqualTo(jobs.get(1));
    }

    @Test
    void needs_that_finish_at_once_unblock_their_dependent_once() {
        for (int round = 0; round < 10; round++) {
            int wide = 24;
            var drafts = new ArrayList<Draft>();
            IntStream.range(0, wide).forEach(i -> drafts.add(job("need" + i)));
            drafts.add(
                    job("last").needing(IntStream.range(0, wide).boxed().toArray(Integer[]::new)));
            var last = submit(drafts.toArray(Draft[]::new)).jobs().getLast();
            var done = new ArrayList<Callable<Grant>>();
            for (int i = 0; i < wide; i++) {
                var runner = runner("r" + round + "-" + i);
                done.add(runner::does);
            }

            together(done);

            assertThat(view(last).waits()).isEqualTo("for a runner that fits");
            assertThat(events(last)).containsExactly("SUBMITTED", "UNBLOCKED");
            assertThat(runner("last" + round).does().job()).isEqualTo(last);
        }
    }

    @Test
    void a_dependent_that_is_canceled_while_its_need_finishes_ends_once() {
        for (int round = 0; round < 30; round++) {
            var jobs = submit(job("a"), job("b").needing(0), job("c").needing(1)).jobs();
            var runner = runner("r" + round);
            var grant = runner.starts();

            together(
                    List.of(
                            () -> runner.told(grant, runner.complete(grant, Ending.SUCCEEDED)),
                            () -> cancel(jobs.get(1))));

            assertStatus(jobs.get(0), Status.SUCCEEDED);
            for (var job : jobs.subList(1, 3)) {
                assertStatus(job, Status.CANCELED);
                assertThat(finishedLines(job)).isEqualTo(1);
            }
        }
    }

    @Test
    void a_long_chain_is_canceled_in_one_transaction() {
        int length = 300;
        var created =
                submit(
                        Draft.many(
                                length,
                                i -> i == 0 ? job("first") : job("job" + i).needing(i - 1)));

        cancel(created.jobs().getFirst());

        assertThat(engine.views().run(created.run()).orElseThrow().jobs())
                .containsExactly(java.util.Map.entry(Status.CANCELED, length));
    }
}
