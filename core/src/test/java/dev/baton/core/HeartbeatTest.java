package dev.baton.core;

import static dev.baton.core.Jobs.ALICE;
import static dev.baton.core.Jobs.BOB;
import static dev.baton.core.Jobs.START;
import static dev.baton.core.Jobs.TERMS;
import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Decision.Refuse;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class HeartbeatTest {
    private static final Duration NEARLY_THE_TTL = TERMS.ttl().minusMillis(1);

    @Test
    void a_heartbeat_gives_the_lease_a_whole_ttl_from_now() {
        var job = Jobs.running().after(NEARLY_THE_TTL);

        var answer = job.answers(job.lease().beat());

        assertThat(answer).isEqualTo(new Answer.Renewed(TERMS.ttl(), null));
        assertThat(job.as(JobState.Running.class).lease().expiresAt())
                .isEqualTo(job.now().plus(TERMS.ttl()));
    }

    @Test
    void a_heartbeat_before_the_AckLease_promises_no_more_than_the_ack_deadline_leaves() {
        var job = Jobs.leased().after(seconds(20));

        var answer = job.answers(job.lease().beat());

        assertThat(answer).isEqualTo(new Answer.Renewed(seconds(10), null));
        assertThat(job.job().deadline()).contains(START.plus(TERMS.ackTimeout()));
    }

    @Test
    void a_heartbeat_between_the_ack_deadline_and_the_sweep_promises_nothing() {
        var job = Jobs.leased().after(TERMS.ackTimeout().plusSeconds(1));

        assertThat(job.answers(job.lease().beat()))
                .isEqualTo(new Answer.Renewed(Duration.ZERO, null));
    }

    @Test
    void a_heartbeat_changes_nothing_but_the_ttl_and_leaves_no_trace_in_the_audit() {
        var job = Jobs.running().after(seconds(20));
        var before = job.as(JobState.Running.class);

        var accepted = job.accepts(job.lease().beat());

        var after = job.as(JobState.Running.class);
        assertThat(accepted.events()).isEmpty();
        assertThat(after)
                .isEqualTo(
                        new JobState.Running(
                                before.attempt(),
                                before.lease().renewed(job.now().plus(TERMS.ttl())),
                                before.startedAt(),
                                before.endBy()));
    }

    @Test
    void a_heartbeat_at_the_very_end_of_the_ttl_is_too_late() {
        var job = Jobs.running().after(TERMS.ttl());

        assertThat(job.hears(job.lease().beat())).isEqualTo(new Refuse(Refusal.LEASE_EXPIRED));
    }

    @Test
    void heartbeats_do_not_stand_in_for_the_AckLease() {
        var job = Jobs.leased().after(seconds(20));
        job.accepts(job.lease().beat());

        assertThat(job.as(JobState.Leased.class).ackBy()).isEqualTo(START.plus(TERMS.ackTimeout()));
        job.swept();
        assertThat(job.state()).isInstanceOf(JobState.Ready.class);
    }

    @Test
    void a_heartbeat_near_the_time_limit_gives_the_lease_no_more_than_what_is_left() {
        var job = Jobs.running();
        var endBy = job.as(JobState.Running.class).endBy();
        while (job.now().plus(NEARLY_THE_TTL).isBefore(endBy)) {
            job.after(NEARLY_THE_TTL).accepts(job.lease().beat());
        }

        var answer = job.answers(job.lease().beat());

        assertThat(answer).isEqualTo(new Answer.Renewed(Duration.between(job.now(), endBy), null));
        assertThat(job.as(JobState.Running.class).lease().expiresAt()).isEqualTo(endBy);
    }

    @Test
    void heartbeats_do_not_move_the_time_limit() {
        var job = Jobs.running();
        var endBy = job.as(JobState.Running.class).endBy();
        while (job.now().plus(NEARLY_THE_TTL).isBefore(endBy)) {
            job.after(NEARLY_THE_TTL).accepts(job.lease().beat());
        }

        assertThat(job.job().deadline()).contains(endBy);
        job.swept();
        assertThat(job.outcome().cause()).isEqualTo(Cause.TIMED_OUT);
    }

    @Test
    void every_heartbeat_of_a_canceled_job_says_how_long_the_runner_has_to_stop() {
        var job = Jobs.canceling();

        assertThat(job.after(seconds(10)).answers(job.lease().beat()))
                .isEqualTo(new Answer.Renewed(TERMS.ttl(), seconds(20)));
        assertThat(job.after(seconds(10)).answers(job.lease().beat()))
                .isEqualTo(new Answer.Renewed(TERMS.ttl(), seconds(10)));
        assertThat(job.after(seconds(60)).answers(job.lease().beat()))
                .isEqualTo(new Answer.Renewed(TERMS.ttl(), Duration.ZERO));
    }

    @Test
    void heartbeats_do_not_move_the_deadline_of_a_cancel() {
        var job = Jobs.canceling();
        var deadline = job.job().deadline();

        job.after(seconds(29)).accepts(job.lease().beat());

        assertThat(job.job().deadline()).isEqualTo(deadline);
    }

    @Test
    void the_epoch_without_the_secret_is_no_lease() {
        var job = Jobs.running();

        assertThat(job.hears(job.lease().forged().beat()))
                .isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
    }

    @Test
    void a_lease_in_the_hands_of_another_runner_or_credential_is_no_lease() {
        var job = Jobs.running();
        var otherToken = new LeaseHolder(ALICE.runner(), BOB.credential());

        assertThat(job.hears(job.lease().heldBy(BOB).beat()))
                .isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
        assertThat(job.hears(job.lease().heldBy(otherToken).beat()))
                .isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
    }

    @Test
    void the_holder_of_an_earlier_lease_learns_how_it_ended_while_another_holds_the_job() {
        var job = Jobs.running();
        var lost = job.lease();
        job.swept();
        job.claimed(BOB).acknowledged();

        assertThat(job.hears(lost.beat())).isEqualTo(new Refuse(Refusal.LEASE_EXPIRED));
    }
}
