package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.Report;
import dev.baton.core.Status;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// A gate lets through as many as it has room for, in order, and nobody waits while there is room.
abstract class GatesContract extends EngineContract {
    GatesContract(TestStore store) {
        super(store);
    }

    private Draft gated(String name, int limit) {
        return job(name).gate("gate-" + tag, limit);
    }

    private long taken() {
        return store.count("SELECT taken FROM gate WHERE key = 'gate-" + tag + "'");
    }

    private void assertWaiting(JobId job) {
        assertThat(view(job).waits()).isEqualTo("at gate gate-" + tag);
    }

    private void assertReady(JobId job) {
        assertThat(view(job).waits()).isEqualTo("for a runner that fits");
    }

    @Test
    void only_as_many_as_the_limit_pass() {
        var jobs = submit(Draft.many(5, i -> gated("job" + i, 2))).jobs();

        jobs.subList(0, 2).forEach(this::assertReady);
        jobs.subList(2, 5).forEach(this::assertWaiting);
        assertThat(taken()).isEqualTo(2);
    }

    @Test
    void the_next_is_let_through_by_the_commit_that_ends_the_one_before() {
        var jobs = submit(gated("a", 1), gated("b", 1), gated("c", 1)).jobs();
        var runner = runner("r");
        var first = runner.starts();
        runner.wants(1);
        settle();
        assertThat(runner.arrived()).isEmpty();

        runner.told(first, runner.complete(first, Ending.SUCCEEDED));

        // It is leased already: ended, admitted and granted in one transaction.
        assertStatus(jobs.get(1), Status.LEASED);
        assertThat(runner.granted().job()).isEqualTo(jobs.get(1));
        assertWaiting(jobs.get(2));
        assertThat(events(jobs.get(1))).containsExactly("SUBMITTED", "ADMITTED", "GRANTED");
    }

    @Test
    void those_that_wait_pass_in_the_order_of_the_queue() {
        submit(gated("first", 1));
        var low = submitOne(gated("low", 1).priority(-1));
        var high = submitOne(gated("high", 1).priority(1));
        var normal = submitOne(gated("normal", 1));
        var runner = runner("r");
        runner.does();

        assertThat(List.of(runner.does().job(), runner.does().job(), runner.does().job()))
                .containsExactly(high, normal, low);
    }

    @Test
    void a_job_that_waits_for_its_retry_leaves_its_place_to_another() {
        var retried = submitOne(gated("retried", 1).retriedAfterErrors(3));
        var other = submitOne(gated("other", 1));
        var runner = runner("r");
        var grant = runner.starts();
        var later = new Report(Ending.RETRY, null, "", Duration.ofMinutes(5), "{}");

        runner.told(grant, runner.complete(grant, later));

        assertReady(other);
        assertThat(view(retried).times().notBefore()).isNotNull();
        sweepAfter(Duration.ofMinutes(6));
        assertWaiting(retried);
        assertThat(runner.does().job()).isEqualTo(other);
        assertThat(runner.does().job()).isEqualTo(retried);
        assertThat(taken()).isZero();
    }

    @Test
    void the_newest_limit_holds() {
        var jobs = new ArrayList<>(submit(Draft.many(4, i -> gated("job" + i, 1))).jobs());

        jobs.addAll(submit(gated("wider", 3)).jobs());
        jobs.subList(0, 3).forEach(this::assertReady);
        jobs.subList(3, 5).forEach(this::assertWaiting);

        jobs.addAll(submit(gated("narrower", 1)).jobs());
        var runner = runner("r");
        runner.does();
        runner.does();
        assertThat(taken()).isEqualTo(1);
        assertWaiting(jobs.get(3));
        runner.does();
        assertReady(jobs.get(3));
    }

    @Test
    void a_job_that_is_canceled_at_the_gate_takes_no_place() {
        var jobs = submit(gated("a", 1), gated("b", 1), gated("c", 1)).jobs();

        cancel(jobs.get(1));

        assertThat(taken()).isEqualTo(1);
        assertWaiting(jobs.get(2));
        var runner = runner("r");
        assertThat(List.of(runner.does().job(), runner.does().job()))
                .containsExactly(jobs.get(0), jobs.get(2));
    }

    @Test
    void a_job_that_is_canceled_behind_the_gate_lets_the_next_through() {
        var jobs = submit(gated("a", 1), gated("b", 1)).jobs();

        cancel(jobs.getFirst());

        assertReady(jobs.get(1));
    }

    @Test
    void a_job_that_is_given_back_passes_again_before_younger_ones() {
        var jobs = submit(gated("a", 1), gated("b", 1)).jobs();
        var runner = runner("r");
        var grant = runner.starts();

        runner.told(grant, runner.release(grant));

        assertThat(runner.claims().job()).isEqualTo(jobs.get(0));
        assertWaiting(jobs.get(1));
        assertThat(taken()).isEqualTo(1);
    }

    @Test
    void a_job_that_is_unblocked_waits_at_its_gate_like_others() {
        var jobs = submit(gated("a", 1), gated("b", 1), gated("c", 1).needing(0)).jobs();
        var runner = runner("r");

        runner.does();

        assertReady(jobs.get(1));
        assertWaiting(jobs.get(2));
    }

    @Test
    void one_submission_may_name_many_gates() {
        int gates = 400;
        var created =
                submit(
                        Draft.many(
                                2 * gates,
                                i -> job("job" + i).gate("gate-" + tag + "-" + i % gates, 1)));

        var granted = runner("r").wants(gates).granted(gates);

        assertThat(granted.stream().map(Grant::job))
                .containsExactlyElementsOf(created.jobs().subList(0, gates));
        assertThat(view(created.jobs().getLast()).waits()).startsWith("at gate");
    }

    @Test
    void a_limit_is_never_exceeded_and_all_get_through_whatever_happens_at_once() {
        int limit = 3;
        int jobs = 120;
        var inFlight = new AtomicInteger();
        var most = new AtomicInteger();
        var done = new AtomicInteger();
        var tasks = new ArrayList<Callable<Object>>();
        IntStream.range(0, 8)
                .forEach(
                        i -> {
                            var runner = runner("r" + i);
                            tasks.add(
                                    () -> {
                                        for (int n = 0; n < jobs / 8; n++) {
                                            var grant = runner.starts();
                                            most.accumulateAndGet(
                                                    inFlight.incrementAndGet(), Math::max);
                                            inFlight.decrementAndGet();
                                            runner.told(
                                                    grant,
                                                    runner.complete(grant, Ending.SUCCEEDED));
                                            done.incrementAndGet();
                                        }
                                        return "";
                                    });
                        });
        IntStream.range(0, 4)
                .forEach(
                        i ->
                                tasks.add(
                                        () ->
                                                submit(
                                                        Draft.many(
                                                                jobs / 4,
                                                                n -> gated("job" + n, limit)))));

        together(tasks);

        assertThat(done).hasValue(jobs);
        assertThat(most.get()).isBetween(1, limit);
        assertThat(taken()).isZero();
    }

    @Test
    void jobs_that_are_canceled_at_the_gate_while_another_ends_hold_nobody_up() {
        for (int round = 0; round < 20; round++) {
            var waiting = new ArrayList<JobId>();
            submit(gated("holder", 1));
            for (int i = 0; i < 6; i++) {
                waiting.add(submitOne(gated("doomed" + i, 1)));
            }
            var last = submitOne(gated("last", 1));
            var runner = runner("r" + round);
            var holder = runner.starts();
            var tasks = new ArrayList<Callable<Object>>();
            tasks.add(() -> runner.told(holder, runner.complete(holder, Ending.SUCCEEDED)));
            waiting.forEach(job -> tasks.add(() -> cancel(job)));

            together(tasks);

            assertReady(last);
            assertThat(runner.does().job()).isEqualTo(last);
        }
    }
}
