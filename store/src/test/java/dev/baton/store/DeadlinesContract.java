package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Cause;
import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.Status;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Jobs that have to be over by a time.
abstract class DeadlinesContract extends EngineContract {
    private static final Duration LEFT = Duration.ofMinutes(10);

    DeadlinesContract(TestStore store) {
        super(store);
    }

    /// By the store's clock.
    private Instant now() {
        return view(submitOne(job("clock").requiring(lonelyTag()))).times().created();
    }

    private Draft late(String name) {
        return job(name).deadline(now().plus(LEFT));
    }

    private void assertTooLate(JobId job) {
        assertStatus(job, Status.FAILED);
        assertThat(view(job).outcome().cause()).isEqualTo(Cause.DEADLINE_PASSED.name());
        assertThat(finishedLines(job)).isOne();
    }

    @Test
    void a_job_ends_at_its_deadline_wherever_it_waits() {
        var gate = "g-" + tag;
        var jobs =
                submit(
                                job("first").gate(gate, 1),
                                late("gated").gate(gate, 1),
                                late("blocked").needing(0),
                                late("ready"),
                                late("delayed").notBefore(now().plus(LEFT.multipliedBy(2))))
                        .jobs();

        sweepAfter(LEFT.dividedBy(2));
        jobs.forEach(job -> assertStatus(job, Status.QUEUED));
        sweepAfter(LEFT.dividedBy(2));

        jobs.subList(1, 5).forEach(this::assertTooLate);
        assertStatus(jobs.getFirst(), Status.QUEUED);
    }

    @Test
    void a_job_that_is_submitted_past_its_deadline_is_over_at_once_and_so_is_what_needs_it() {
        var gate = "g-" + tag;
        var past = now().minusSeconds(1);

        var jobs =
                submit(
                                job("ready").deadline(past),
                                job("gated").deadline(past).gate(gate, 1),
                                job("delayed").deadline(past).notBefore(past.plus(LEFT)),
                                job("blocked").deadline(past).needing(0),
                                job("after the first").needing(0),
                                job("after the gated").needing(1),
                                job("after that").needing(5))
                        .jobs();

        jobs.subList(0, 4).forEach(this::assertTooLate);
        jobs.subList(4, 7).forEach(job -> assertStatus(job, Status.CANCELED));
    }

    @Test
    void a_job_that_is_submitted_past_its_deadline_keeps_no_runner_from_another() {
        var past = now().minusSeconds(1);
        var runner = runner("r").wants(1);

        var jobs = submit(job("late").deadline(past), job("in time")).jobs();

        assertThat(runner.granted().job()).isEqualTo(jobs.getLast());
        assertTooLate(jobs.getFirst());
    }

    @Test
    void what_needs_a_job_that_was_too_late_is_canceled() {
        var jobs = submit(late("first"), job("second").needing(0)).jobs();

        sweepAfter(LEFT);

        assertTooLate(jobs.getFirst());
        assertStatus(jobs.getLast(), Status.CANCELED);
    }

    @Test
    void a_place_at_a_gate_is_free_again_when_its_job_was_too_late() {
        var gate = "g-" + tag;
        var jobs = submit(late("first").gate(gate, 1), job("second").gate(gate, 1)).jobs();

        sweepAfter(LEFT);

        assertTooLate(jobs.getFirst());
        assertThat(runner("r").claims().job()).isEqualTo(jobs.getLast());
    }

    @Test
    void a_runner_is_given_what_is_behind_a_job_that_is_too_late_and_never_that_job() {
        var jobs = submit(late("first"), job("second")).jobs();
        pass(LEFT);

        assertThat(runner("r").claims().job()).isEqualTo(jobs.getLast());
        sweepAfter(Duration.ZERO);
        assertTooLate(jobs.getFirst());
    }

    @Test
    void a_job_that_is_submitted_too_late_is_not_given_to_a_runner_that_waits() {
        var runner = runner("r").wants(1);
        settle();
        var job = submitOne(job("late").deadline(now()));
        sweepAfter(Duration.ZERO);

        assertTooLate(job);
        settle();
        assertThat(runner.arrived()).isEmpty();
    }

    @Test
    void work_under_way_at_the_deadline_is_over_and_its_runner_is_refused() {
        var job = submitOne(late("slow").retriedAfterErrors(3));
        var runner = runner("r");
        pass(LEFT.minus(TERMS.ttl().dividedBy(2)));
        var grant = runner.starts();
        pass(TERMS.ttl().dividedBy(2));

        assertThat(runner.refused(grant, runner.complete(grant, Ending.SUCCEEDED)).isStale())
                .isTrue();
        sweepAfter(Duration.ZERO);

        assertTooLate(job);
        assertThat(engine.views().attempts(job))
                .extracting(Views.AttemptView::ending)
                .isEqualTo(List.of(Ending.TIMED_OUT));
    }
}
