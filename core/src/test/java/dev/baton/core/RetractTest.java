package dev.baton.core;

import static dev.baton.core.Jobs.BOB;
import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Decision.Refuse;

import org.junit.jupiter.api.Test;

/// A grant that never reached its runner counts for nothing against the job.
class RetractTest {

    @Test
    void a_lease_that_was_not_delivered_leaves_the_job_as_if_it_had_not_been_granted() {
        var job = Jobs.ready(Jobs.patient());
        for (int i = 0; i < 1_000; i++) {
            job.claimed().accepts(job.lease().retract());
        }

        assertThat(job.state()).isEqualTo(new JobState.Ready(1));
        assertThat(job.job().tally()).isEqualTo(Tally.ZERO);
        assertThat(job.job().past()).isEmpty();
    }

    @Test
    void a_job_that_tolerates_nothing_tolerates_that() {
        var job = Jobs.leased(RetryPolicy.IMAGE);

        job.accepts(job.lease().retract());

        assertThat(job.state()).isEqualTo(new JobState.Ready(1));
    }

    @Test
    void the_next_lease_has_the_next_epoch() {
        var job = Jobs.leased();
        job.accepts(job.lease().retract());

        assertThat(job.claimed(BOB).job().epoch()).isEqualTo(2);
    }

    @Test
    void a_runner_that_did_get_it_after_all_is_told_that_the_lease_is_stale() {
        var job = Jobs.leased();
        job.accepts(job.lease().retract());

        assertThat(job.hears(job.lease().acknowledge()))
                .isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
    }

    @Test
    void a_lease_that_was_acknowledged_with_the_request_is_taken_back_too() {
        var job = Jobs.running();

        job.accepts(job.lease().retract());

        assertThat(job.state()).isEqualTo(new JobState.Ready(1));
    }

    @Test
    void a_lease_that_its_runner_acknowledged_did_reach_it_and_stays() {
        var job = Jobs.leased().after(seconds(1)).acknowledged();

        assertThat(job.hears(job.lease().retract())).isEqualTo(new Refuse(Refusal.NOT_WAITING));
    }

    @Test
    void a_canceled_job_whose_lease_was_not_delivered_is_canceled_unconfirmed() {
        var job = Jobs.leased();
        job.accepts(Jobs.cancel());

        job.accepts(job.lease().retract());

        assertThat(job.outcome().cause()).isEqualTo(Cause.CANCEL_UNCONFIRMED);
    }

    @Test
    void only_the_very_lease_is_taken_back() {
        var job = Jobs.leased();
        var first = job.lease();
        job.accepts(first.retract());
        job.claimed();

        assertThat(job.hears(first.retract())).isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
        assertThat(job.hears(job.lease().forged().retract()))
                .isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
    }

    @Test
    void the_audit_says_that_the_lease_was_not_delivered() {
        var job = Jobs.leased();

        var event = job.accepts(job.lease().retract()).events().getFirst();

        assertThat(event)
                .isEqualTo(
                        new Event(
                                Event.Kind.REQUEUED,
                                1,
                                1,
                                Event.ORCHESTRATOR,
                                "UNDELIVERED: the lease never reached its runner"));
    }
}
