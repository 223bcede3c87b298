package dev.baton.core;

import static dev.baton.core.Jobs.BOB;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class QuarantineTest {

    @Test
    void a_job_that_keeps_losing_its_runners_is_ended() {
        var job = Jobs.running(Jobs.patient());
        job.swept();
        job.claimed().acknowledged().swept();

        assertThat(job.outcome().status()).isEqualTo(FinalStatus.FAILED);
        assertThat(job.outcome().cause()).isEqualTo(Cause.QUARANTINED);
        assertThat(job.job().tally().losses()).isEqualTo(2);
    }

    @Test
    void a_job_that_nobody_ever_acknowledges_is_ended() {
        var job = Jobs.ready(Jobs.patient());
        for (int i = 0; i < 3; i++) {
            job.claimed().swept();
        }

        assertThat(job.outcome().cause()).isEqualTo(Cause.QUARANTINED);
        assertThat(job.as(JobState.Finished.class).attempt()).isEqualTo(1);
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
        job.claimed().swept();
        job.claimed().swept();
        job.claimed().accepts(job.lease().release());
        job.claimed().accepts(job.lease().release());
        job.claimed().accepts(job.lease().release());
        job.claimed().acknowledged().swept();

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
