package dev.baton.core;

import static dev.baton.core.Jobs.ALICE;
import static dev.baton.core.Jobs.BOB;
import static dev.baton.core.Jobs.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.EnumSet;

class QuarantineTest {

    @Test
    void a_job_that_keeps_losing_its_runners_is_ended() {
        var job = Jobs.running(Jobs.patient());
        job.swept();
        job.claimed(BOB).acknowledged().swept();

        assertThat(job.outcome().status()).isEqualTo(FinalStatus.FAILED);
        assertThat(job.outcome().cause()).isEqualTo(Cause.QUARANTINED);
        assertThat(job.job().tally().losses()).isEqualTo(2);
    }

    @Test
    void a_job_that_different_runners_do_not_acknowledge_is_ended() {
        var job = Jobs.ready(Jobs.patient());
        for (int i = 0; i < 3; i++) {
            job.claimed(runner(i)).swept();
        }

        assertThat(job.outcome().cause()).isEqualTo(Cause.QUARANTINED);
        assertThat(job.as(JobState.Finished.class).attempt()).isEqualTo(1);
    }

    @Test
    void a_runner_that_does_not_acknowledge_again_and_again_counts_once() {
        var job = Jobs.ready(Jobs.patient());
        for (int i = 0; i < 500; i++) {
            job.claimed().swept();
        }

        assertThat(job.state()).isEqualTo(new JobState.Ready(1));
        assertThat(job.job().tally()).isEqualTo(new Tally(0, 1, 0));
    }

    @Test
    void a_runner_that_gives_the_job_back_again_and_again_counts_once() {
        var job = Jobs.ready(Jobs.patient());
        for (int i = 0; i < 500; i++) {
            job.claimed().acknowledged().accepts(job.lease().release());
        }

        assertThat(job.state()).isEqualTo(new JobState.Ready(1));
        assertThat(job.job().tally()).isEqualTo(new Tally(0, 0, 1));
    }

    @Test
    void a_runner_that_loses_the_job_again_counts_once_and_each_loss_is_an_attempt() {
        var job = Jobs.running(Jobs.patient());
        job.swept();
        job.claimed().acknowledged().swept();
        assertThat(job.state()).isEqualTo(new JobState.Ready(3));

        job.claimed().acknowledged().swept();

        assertThat(job.outcome().cause()).isEqualTo(Cause.ATTEMPTS_EXHAUSTED);
        assertThat(job.job().tally()).isEqualTo(new Tally(1, 0, 0));
    }

    @Test
    void what_a_job_remembers_of_leases_that_came_to_nothing_is_bounded() {
        var job = Jobs.ready(Jobs.patient());
        for (int i = 0; i < 500; i++) {
            job.claimed().swept();
        }

        assertThat(job.job().past()).hasSize(AttemptRules.MAX_REPEATS_REMEMBERED);
        assertThat(job.job().epoch()).isEqualTo(500);
    }

    @Test
    void a_job_whose_losses_are_not_retried_ends_with_the_first_even_by_a_known_runner() {
        var once =
                new RetryPolicy(
                        5,
                        EnumSet.of(Ending.ERROR),
                        Backoff.NONE,
                        Duration.ZERO,
                        new RetryPolicy.Tolerance(2, 2, 2));
        var job = Jobs.leased(once);
        job.accepts(job.lease().disown());
        job.claimed().acknowledged().accepts(job.lease().disown());

        assertThat(job.outcome().cause()).isEqualTo(Cause.RUNNER_LOST);
    }

    @Test
    void trails_of_before_are_replayed_as_they_were_counted() {
        var rules = new JobRules(Jobs.TERMS, Counting.LEASES);
        var job = Jobs.ready(Jobs.patient()).claimed();
        var now = job.now();
        var after = job.job();
        for (int i = 0; i < 2; i++) {
            now = after.deadline().orElseThrow();
            after = ((Decision.Accept) rules.decide(after, new Command.Sweep(), now)).next();
            after = ((Decision.Accept) rules.decide(after, Jobs.claim(ALICE, 9), now)).next();
        }

        assertThat(after.tally()).isEqualTo(new Tally(0, 2, 0));
    }

    @Test
    void the_end_of_a_quarantined_job_names_every_lease_that_came_to_nothing() {
        var job = Jobs.running(Jobs.patient());
        job.swept();
        job.claimed(BOB).acknowledged().swept();

        assertThat(job.outcome().why())
                .isEqualTo(
                        "no heartbeat within 120 s; leases: "
                                + "epoch 1 EXPIRED by alice at 2026-01-04T08:02:00Z; "
                                + "epoch 2 EXPIRED by bob at 2026-01-04T08:04:00Z");
    }

    @Test
    void each_kind_of_bad_luck_has_its_own_bound() {
        var job = Jobs.ready(Jobs.patient());
        job.claimed(runner(1)).swept();
        job.claimed(runner(2)).swept();
        job.claimed(runner(1)).accepts(job.lease().release());
        job.claimed(runner(2)).accepts(job.lease().release());
        job.claimed(runner(3)).accepts(job.lease().release());
        job.claimed(runner(4)).acknowledged().swept();

        assertThat(job.job().tally()).isEqualTo(new Tally(1, 2, 3));
        assertThat(job.state()).isEqualTo(new JobState.Ready(2));
    }

    @Test
    void a_job_that_tolerates_nothing_fails_with_the_first_lost_runner() {
        var lost = Jobs.running(RetryPolicy.IMAGE);
        var neverFollowedUp = Jobs.leased(RetryPolicy.IMAGE);

        lost.swept();
        neverFollowedUp.swept();

        assertThat(lost.outcome().cause()).isEqualTo(Cause.RUNNER_LOST);
        assertThat(neverFollowedUp.outcome().cause()).isEqualTo(Cause.RUNNER_LOST);
    }

    @Test
    void a_tolerated_loss_on_the_last_attempt_is_no_quarantine_but_the_last_attempt() {
        var job = Jobs.running(Jobs.patient());
        job.accepts(job.lease().complete(Ending.ERROR));
        job.claimed().acknowledged().accepts(job.lease().complete(Ending.ERROR));
        job.claimed().acknowledged().swept();

        assertThat(job.outcome().cause()).isEqualTo(Cause.ATTEMPTS_EXHAUSTED);
        assertThat(job.job().tally().losses()).isEqualTo(1);
    }

    @Test
    void bounds_are_0_to_1000() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryPolicy.Tolerance(-1, 0, 0))
                .withMessageContaining("got -1 losses");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryPolicy.Tolerance(0, 0, 1001))
                .withMessageContaining("1001 releases");
    }
}
