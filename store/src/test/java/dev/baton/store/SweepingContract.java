package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Refusal;
import dev.baton.core.RetryPolicy;
import dev.baton.core.Status;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/// What becomes of a job when a deadline passes, and that nothing becomes of it before.
abstract class SweepingContract extends EngineContract {
    private static final Duration TICK = Duration.ofSeconds(1);

    SweepingContract(TestStore store) {
        super(store);
    }

    @Test
    void a_lease_that_nobody_acknowledges_is_taken_back() {
        var job = submitOne(job("a"));
        var runner = runner("r");
        var grant = runner.claims();

        sweepAfter(TERMS.ackTimeout().minus(TICK));
        assertStatus(job, Status.LEASED);
        sweepAfter(TICK.multipliedBy(2));

        assertThat(runner.refused(grant, runner.ack(grant))).isEqualTo(Refusal.LEASE_REVOKED);
        var again = runner.claims();
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.epoch()).isEqualTo(2);
    }

    @Test
    void a_beat_does_not_replace_an_acknowledgement() {
        var job = submitOne(job("a"));
        var runner = runner("r");
        var grant = runner.claims();
        pass(TERMS.ackTimeout().minus(TICK));
        runner.told(grant, runner.beat(grant));

        sweepAfter(TICK.multipliedBy(2));

        assertStatus(job, Status.QUEUED);
    }

    @Test
    void a_runner_that_is_not_heard_of_loses_the_job() {
        var job = submitOne(job("a"));
        var runner = runner("r");
        var grant = runner.starts();

        sweepAfter(TERMS.ttl().minus(TICK));
        assertStatus(job, Status.RUNNING);
        sweepAfter(TICK.multipliedBy(2));

        assertThat(runner.refused(grant, runner.beat(grant))).isEqualTo(Refusal.LEASE_EXPIRED);
        var again = runner.claims();
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(events(job)).contains("REQUEUED");
    }

    @Test
    void a_message_after_the_ttl_is_refused_even_before_the_sweep() {
        submit(job("a"));
        var runner = runner("r");
        var grant = runner.starts();

        pass(TERMS.ttl().plus(TICK));

        assertThat(runner.refused(grant, runner.beat(grant))).isEqualTo(Refusal.LEASE_EXPIRED);
        assertThat(runner.refused(grant, runner.complete(grant, dev.baton.core.Ending.SUCCEEDED)))
                .isEqualTo(Refusal.LEASE_EXPIRED);
        assertThat(engine.views().leasesOf(runner.holder)).isEmpty();
    }

    @Test
    void a_sweep_hands_the_lost_job_to_a_runner_that_waits() {
        var job = submitOne(job("a"));
        runner("lost").starts();
        var runner = runner("r").wants(1);
        settle();

        sweepAfter(TERMS.ttl().plus(TICK));

        assertThat(runner.granted().job()).isEqualTo(job);
    }

    @Test
    void a_job_that_runs_past_its_limit_and_grace_fails_whatever_beats_arrive() {
        var job = submitOne(job("a").maxRuntime(Duration.ofMinutes(3)));
        var runner = runner("r");
        var grant = runner.starts();
        for (int i = 0; i < 3; i++) {
            pass(Duration.ofMinutes(1));
            runner.told(grant, runner.beat(grant));
        }
        sweepAfter(Duration.ZERO);
        assertStatus(job, Status.RUNNING);

        sweepAfter(TERMS.runtimeGrace().plus(TICK));

        assertStatus(job, Status.FAILED);
        assertThat(view(job).outcome().cause()).isEqualTo("TIMED_OUT");
        assertThat(runner.refused(grant, runner.beat(grant))).isEqualTo(Refusal.LEASE_REVOKED);
    }

    @Test
    void a_cancel_that_nobody_confirms_is_forced() {
        var job = submitOne(job("a"));
        var runner = runner("r");
        var grant = runner.starts();
        cancel(job);

        sweepAfter(TERMS.cancelDeadline().minus(TICK));
        assertStatus(job, Status.CANCELING);
        sweepAfter(TICK.multipliedBy(2));

        assertStatus(job, Status.CANCELED);
        assertThat(view(job).outcome().cause()).isEqualTo("CANCEL_UNCONFIRMED");
        assertThat(runner.refused(grant, runner.confirmCancel(grant)))
                .isEqualTo(Refusal.LEASE_CANCELED);
    }

    @Test
    void a_job_that_may_not_start_yet_is_woken_at_its_time() {
        var first = submitOne(job("first"));
        var created = view(first).times().created();
        cancel(first);
        var job = submitOne(job("a").notBefore(created.plus(Duration.ofMinutes(30))));
        var runner = runner("r").wants(1);

        assertThat(view(job).times().notBefore()).isEqualTo(created.plus(Duration.ofMinutes(30)));
        sweepAfter(Duration.ofMinutes(29));
        settle();
        assertThat(runner.arrived()).isEmpty();
        sweepAfter(Duration.ofMinutes(2));
        assertThat(runner.granted().job()).isEqualTo(job);
    }

    @Test
    void a_job_that_loses_three_runners_is_quarantined_with_the_evidence() {
        var job = submitOne(job("a").retriedAfterErrors(10));
        for (int i = 1; i <= 3; i++) {
            runner("victim" + i).starts();
            sweepAfter(TERMS.ttl().plus(TICK));
        }

        assertStatus(job, Status.FAILED);
        var outcome = view(job).outcome();
        assertThat(outcome.cause()).isEqualTo("QUARANTINED");
        assertThat(outcome.why())
                .contains("epoch 1 EXPIRED by victim1", "epoch 2 EXPIRED by victim2")
                .contains("epoch 3 EXPIRED by victim3");
        assertThat(finishedLines(job)).isEqualTo(1);
    }

    @Test
    void a_job_that_nobody_ever_acknowledges_is_quarantined_too() {
        var job = submitOne(job("a"));
        for (int i = 0; i <= RetryPolicy.Tolerance.DEFAULTS.unacknowledged(); i++) {
            assertStatus(job, Status.QUEUED);
            runner("r" + i).claims();
            sweepAfter(TERMS.ackTimeout().plus(TICK));
        }

        assertStatus(job, Status.FAILED);
        assertThat(view(job).outcome().cause()).isEqualTo("QUARANTINED");
    }

    @Test
    void a_job_that_tolerates_no_loss_fails_at_the_first() {
        var job = submitOne(job("a").retry(RetryPolicy.IMAGE));
        runner("r").starts();

        sweepAfter(TERMS.ttl().plus(TICK));

        assertStatus(job, Status.FAILED);
        assertThat(view(job).outcome().cause()).isEqualTo("RUNNER_LOST");
    }

    @Test
    void a_sweep_says_when_there_may_be_more() {
        int jobs = Transactor.SWEEP_LIMIT + 20;
        sweepAfter(Duration.ofDays(1)); // whatever others left
        var created = submit(Draft.many(jobs, i -> job("job" + i)));
        runner("r").wants(jobs).granted(jobs);
        pass(TERMS.ackTimeout().plus(TICK));

        assertThat(engine.sweep()).isEqualTo(Transactor.SWEEP_LIMIT);
        assertThat(engine.sweep()).isEqualTo(20);
        assertThat(engine.sweep()).isZero();
        assertThat(engine.views().run(created.run()).orElseThrow().jobs())
                .containsOnlyKeys(Status.QUEUED);
    }

    @Test
    void sweeps_that_run_at_once_end_each_lease_once() {
        int jobs = 200;
        var created = submit(Draft.many(jobs, i -> job("job" + i)));
        runner("r").wants(jobs).granted(jobs);
        pass(TERMS.ackTimeout().plus(TICK));

        together(6, () -> engine.sweep());

        for (var job : created.jobs()) {
            assertThat(events(job)).containsExactly("SUBMITTED", "GRANTED", "REQUEUED");
        }
    }
}
