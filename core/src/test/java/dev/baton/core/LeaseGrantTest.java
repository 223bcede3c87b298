package dev.baton.core;

import static dev.baton.core.Jobs.ALICE;
import static dev.baton.core.Jobs.BOB;
import static dev.baton.core.Jobs.START;
import static dev.baton.core.Jobs.TERMS;
import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Decision.Refuse;

import org.junit.jupiter.api.Test;

class LeaseGrantTest {

    @Test
    void a_ready_job_is_leased_to_the_runner_that_claims_it() {
        var job = Jobs.ready().claimed(BOB);

        var leased = job.as(JobState.Leased.class);
        assertThat(leased.lease().holder()).isEqualTo(BOB);
        assertThat(leased.lease().grantedAt()).isEqualTo(START);
    }

    @Test
    void a_lease_lives_for_its_ttl_and_waits_a_shorter_time_for_its_AckLease() {
        var leased = Jobs.leased().as(JobState.Leased.class);

        assertThat(leased.lease().expiresAt()).isEqualTo(START.plus(TERMS.ttl()));
        assertThat(leased.ackBy()).isEqualTo(START.plus(TERMS.ackTimeout()));
    }

    @Test
    void the_answer_to_a_claim_carries_the_lease_and_its_ttl() {
        var job = Jobs.ready();

        var answer = job.answers(Jobs.claim(ALICE, 1));

        var lease = job.as(JobState.Leased.class).lease();
        assertThat(answer).isEqualTo(new Answer.Granted(lease, TERMS.ttl()));
    }

    @Test
    void the_first_lease_has_epoch_1_and_each_later_one_the_next() {
        var job = Jobs.leased();
        assertThat(job.as(JobState.Leased.class).lease().epoch()).isEqualTo(1);

        job.swept();
        job.claimed();

        assertThat(job.as(JobState.Leased.class).lease().epoch()).isEqualTo(2);
        assertThat(job.job().epoch()).isEqualTo(2);
    }

    @Test
    void a_job_that_someone_holds_is_not_leased_again() {
        var claim = Jobs.claim(BOB, 2);

        assertThat(Jobs.leased().hears(claim)).isEqualTo(new Refuse(Refusal.NOT_WAITING));
        assertThat(Jobs.running().hears(claim)).isEqualTo(new Refuse(Refusal.NOT_WAITING));
        assertThat(Jobs.canceling().hears(claim)).isEqualTo(new Refuse(Refusal.NOT_WAITING));
    }

    @Test
    void an_expired_lease_keeps_others_out_until_the_sweep_has_ended_it() {
        var job = Jobs.running().after(TERMS.ttl());
        assertThat(job.hears(Jobs.claim(BOB, 2))).isEqualTo(new Refuse(Refusal.NOT_WAITING));

        job.accepts(new Command.Sweep());

        assertThat(job.hears(Jobs.claim(BOB, 2))).isInstanceOf(Decision.Accept.class);
    }

    @Test
    void a_job_that_waits_for_others_for_time_or_at_its_gate_is_not_leased() {
        var claim = Jobs.claim(ALICE, 1);

        assertThat(Jobs.blocked(1).hears(claim)).isEqualTo(new Refuse(Refusal.NOT_WAITING));
        assertThat(Jobs.delayed(seconds(5)).hears(claim))
                .isEqualTo(new Refuse(Refusal.NOT_WAITING));
        assertThat(Jobs.gated().hears(claim)).isEqualTo(new Refuse(Refusal.NOT_WAITING));
    }

    @Test
    void a_finished_job_is_not_leased() {
        assertThat(Jobs.succeeded().hears(Jobs.claim(BOB, 2)))
                .isEqualTo(new Refuse(Refusal.ALREADY_FINISHED));
    }
}
