package dev.baton.core;

import static dev.baton.core.Jobs.START;
import static dev.baton.core.Jobs.TERMS;
import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Decision.Refuse;
import dev.baton.core.Decision.Repeat;

import org.junit.jupiter.api.Test;

class AcknowledgeTest {

    @Test
    void an_acknowledged_lease_is_renewed_and_its_job_runs() {
        var job = Jobs.leased().after(seconds(10));

        var answer = job.answers(job.lease().acknowledge());

        assertThat(answer).isEqualTo(new Answer.Acknowledged(TERMS.ttl()));
        var running = job.as(JobState.Running.class);
        assertThat(running.startedAt()).isEqualTo(job.now());
        assertThat(running.lease().expiresAt()).isEqualTo(job.now().plus(TERMS.ttl()));
    }

    @Test
    void the_time_limit_with_its_grace_counts_from_the_acknowledgement() {
        var job = Jobs.leased().after(seconds(10)).acknowledged();

        assertThat(job.as(JobState.Running.class).endBy())
                .isEqualTo(
                        START.plus(seconds(10))
                                .plus(job.job().plan().maxRuntime())
                                .plus(TERMS.runtimeGrace()));
    }

    @Test
    void an_AckLease_after_its_deadline_still_counts_if_the_sweep_has_not_come_by() {
        var job = Jobs.leased().after(TERMS.ackTimeout().plusSeconds(1));

        job.accepts(job.lease().acknowledge());

        assertThat(job.state()).isInstanceOf(JobState.Running.class);
    }

    @Test
    void an_AckLease_after_the_sweep_is_told_that_the_lease_was_revoked() {
        var job = Jobs.leased();
        job.swept();

        assertThat(job.hears(job.lease().acknowledge()))
                .isEqualTo(new Refuse(Refusal.LEASE_REVOKED));
    }

    @Test
    void a_repeated_AckLease_is_answered_again_and_starts_no_clock_anew() {
        var job = Jobs.running();
        var running = job.state();

        var repeated = job.hears(job.lease().acknowledge());

        assertThat(repeated).isEqualTo(new Repeat(new Answer.Acknowledged(TERMS.ttl())));
        assertThat(job.state()).isEqualTo(running);
    }

    @Test
    void a_repeated_AckLease_renews_nothing_and_promises_only_what_is_left() {
        var job = Jobs.running().after(seconds(100));

        assertThat(job.hears(job.lease().acknowledge()))
                .isEqualTo(new Repeat(new Answer.Acknowledged(seconds(20))));
    }

    @Test
    void an_AckLease_that_comes_after_the_cancel_is_told_how_long_is_left_to_stop() {
        var job = Jobs.leased();
        job.accepts(Jobs.cancel());

        var answer = job.after(seconds(5)).hears(job.lease().acknowledge());

        assertThat(answer)
                .isEqualTo(
                        new Repeat(
                                new Answer.Acknowledged(
                                        TERMS.ttl().minusSeconds(5),
                                        TERMS.cancelDeadline().minusSeconds(5))));
        assertThat(job.state()).isInstanceOf(JobState.Canceling.class);
    }
}
