package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.JobId;
import dev.baton.core.Status;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The order of the queue, and who may have what.
abstract class QueueContract extends EngineContract {
    QueueContract(TestStore store) {
        super(store);
    }

    private List<JobId> drained(TestRunner runner, int jobs) {
        var order = new ArrayList<JobId>();
        for (int i = 0; i < jobs; i++) {
            order.add(runner.claims().job());
        }
        return order;
    }

    @Test
    void the_higher_priority_goes_first() {
        var low = submitOne(job("low").priority(-5));
        var normal = submitOne(job("normal"));
        var high = submitOne(job("high").priority(7));

        assertThat(drained(runner("r"), 3)).containsExactly(high, normal, low);
    }

    @Test
    void among_equals_the_older_goes_first() {
        var jobs = new ArrayList<JobId>();
        for (int i = 0; i < 5; i++) {
            jobs.add(submitOne(job("job" + i)));
            pass(java.time.Duration.ofMillis(1));
        }

        assertThat(drained(runner("r"), 5)).containsExactlyElementsOf(jobs);
    }

    @Test
    void one_claim_for_many_is_served_in_order_as_well() {
        var jobs = submit(Draft.many(50, i -> job("job" + i).priority(i % 3))).jobs();

        var granted = runner("r").wants(50).granted(50).stream().map(Grant::job).toList();

        var expected = new ArrayList<JobId>();
        for (int priority = 2; priority >= 0; priority--) {
            for (int i = priority; i < 50; i += 3) {
                expected.add(jobs.get(i));
            }
        }
        assertThat(granted).containsExactlyElementsOf(expected);
    }

    @Test
    void a_job_of_high_priority_that_comes_late_overtakes() {
        submit(job("a"), job("b"), job("c"));
        var runner = runner("r");
        runner.claims();
        var urgent = submitOne(job("urgent").priority(10));

        assertThat(runner.claims().job()).isEqualTo(urgent);
    }

    @Test
    void a_job_that_was_given_back_has_its_old_place() {
        var jobs = submit(job("a"), job("b"), job("c")).jobs();
        var runner = runner("r");
        var first = runner.claims();
        runner.claims();

        runner.told(first, runner.release(first));

        assertThat(drained(runner, 2)).containsExactly(jobs.get(0), jobs.get(2));
    }

    @Test
    void a_runner_is_given_only_jobs_whose_every_tag_it_has() {
        var both = submitOne(job("both").requiring(tag, tag + "-gpu").priority(9));
        var one = submitOne(job("one"));

        var plain = runner("plain").wants(2);
        assertThat(plain.granted().job()).isEqualTo(one);
        settle();
        assertThat(plain.arrived()).isEmpty();

        assertThat(runnerWith("gpu", tag, tag + "-gpu", "more").claims().job()).isEqualTo(both);
    }

    @Test
    void a_queue_that_nobody_serves_blocks_no_other() {
        submit(Draft.many(300, i -> job("lonely" + i).requiring(lonelyTag()).priority(100)));
        var job = submitOne(job("a"));

        assertThat(runner("r").claims().job()).isEqualTo(job);
    }

    @Test
    void a_runner_that_fits_two_queues_is_given_all_of_both_in_order() {
        var jobs = new ArrayList<JobId>();
        for (int i = 0; i < 20; i++) {
            var draft = i % 2 == 0 ? job("even") : job("odd").requiring(tag, "other");
            jobs.add(submitOne(draft.priority(-i)));
        }
        var runner = runnerWith("r", tag, "other");

        assertThat(drained(runner, 20)).containsExactlyElementsOf(jobs);
    }

    @Test
    void what_a_runner_of_two_queues_leaves_is_given_to_the_next() {
        var first = submitOne(job("a").priority(1));
        var second = submitOne(job("b").requiring(tag, "other"));

        assertThat(runnerWith("both", tag, "other").claims().job()).isEqualTo(first);
        assertThat(runnerWith("later", tag, "other").claims().job()).isEqualTo(second);
    }

    @Test
    void a_backlog_is_drained_by_many_runners_and_no_job_is_given_twice() {
        int jobs = 600;
        var created = submit(Draft.many(jobs, i -> job("job" + i)));
        var grants =
                together(
                        java.util.stream.IntStream.range(0, 12)
                                .<java.util.concurrent.Callable<List<Grant>>>mapToObj(
                                        i -> {
                                            var runner = runner("r" + i);
                                            return () -> runner.wants(jobs / 12).granted(jobs / 12);
                                        })
                                .toList());

        assertThat(grants.stream().flatMap(List::stream).map(Grant::job))
                .containsExactlyInAnyOrderElementsOf(created.jobs());
        assertThat(engine.views().run(created.run()).orElseThrow().jobs())
                .isEqualTo(Map.of(Status.LEASED, jobs));
    }

    @Test
    void a_job_that_a_stale_message_held_up_is_still_given_to_the_runner_that_waits() {
        for (int round = 0; round < 40; round++) {
            var job = submitOne(job("a"));
            var gone = runner("gone" + round);
            var grant = gone.claims();
            gone.told(grant, gone.release(grant));
            var runner = runner("r" + round);

            together(
                    List.of(
                            () -> gone.refused(grant, gone.beat(grant)),
                            () -> gone.refused(grant, gone.beat(grant)),
                            () -> runner.wants(1)));

            assertThat(runner.granted().job()).isEqualTo(job);
        }
    }
}
