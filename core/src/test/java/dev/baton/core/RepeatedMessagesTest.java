package dev.baton.core;

import static dev.baton.core.Jobs.BOB;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Decision.Refuse;
import dev.baton.core.Decision.Repeat;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/// A lost reply must not look like a lost lease.
class RepeatedMessagesTest {

    @Test
    void a_repeated_result_is_told_the_final_status_again() {
        var job = Jobs.running();
        job.accepts(job.lease().complete(Ending.SUCCEEDED));

        assertThat(job.hears(job.lease().complete(Ending.SUCCEEDED)))
                .isEqualTo(new Repeat(new Answer.Completed(FinalStatus.SUCCEEDED)));
    }

    @Test
    void a_repeated_result_is_answered_again_long_after_the_ttl() {
        var job = Jobs.succeeded().after(Duration.ofDays(3));

        assertThat(job.hears(job.lease().complete(Ending.SUCCEEDED)))
                .isEqualTo(new Repeat(new Answer.Completed(FinalStatus.SUCCEEDED)));
    }

    @Test
    void a_second_result_that_differs_from_the_first_changes_nothing() {
        var job = Jobs.running();
        job.accepts(job.lease().complete(Ending.ERROR));
        var finished = job.job();

        assertThat(job.hears(job.lease().complete(Ending.SUCCEEDED)))
                .isEqualTo(new Repeat(new Answer.Completed(FinalStatus.FAILED)));
        assertThat(job.job()).isEqualTo(finished);
    }

    @Test
    void a_repeated_result_of_canceled_work_is_told_again_that_it_was_canceled() {
        var job = Jobs.canceling();
        job.accepts(job.lease().complete(Ending.SUCCEEDED));

        assertThat(job.hears(job.lease().complete(Ending.SUCCEEDED)))
                .isEqualTo(new Repeat(new Answer.Completed(FinalStatus.CANCELED)));
    }

    @Test
    void a_repeated_result_that_led_to_a_retry_is_told_the_same_while_it_waits_or_runs_or_ended() {
        var job = Jobs.running(Jobs.patient());
        var first = job.lease();
        var answer = new Repeat(job.answers(first.complete(Ending.ERROR)));

        assertThat(job.hears(first.complete(Ending.ERROR))).isEqualTo(answer);
        job.claimed(BOB).acknowledged();
        assertThat(job.hears(first.complete(Ending.ERROR))).isEqualTo(answer);
        job.accepts(job.lease().complete(Ending.SUCCEEDED));
        assertThat(job.hears(first.complete(Ending.ERROR))).isEqualTo(answer);
    }

    @Test
    void a_repeated_confirmation_of_a_cancel_is_answered_again() {
        var job = Jobs.canceling();
        job.accepts(job.lease().confirmCancel());

        assertThat(job.hears(job.lease().confirmCancel()))
                .isEqualTo(new Repeat(new Answer.CancelConfirmed()));
    }

    @Test
    void a_repeated_release_is_answered_again_even_when_another_runner_has_the_job() {
        var job = Jobs.running();
        var first = job.lease();
        job.accepts(first.release());
        assertThat(job.hears(first.release())).isEqualTo(new Repeat(new Answer.Released()));

        job.claimed(BOB);

        assertThat(job.hears(first.release())).isEqualTo(new Repeat(new Answer.Released()));
    }

    @Test
    void a_repeated_release_of_canceled_work_is_answered_again() {
        var job = Jobs.canceling();
        var answer = job.answers(job.lease().release());

        assertThat(job.hears(job.lease().release())).isEqualTo(new Repeat(answer));
    }

    @Test
    void a_release_of_work_whose_cancel_was_forced_is_stale() {
        var job = Jobs.canceling();
        job.swept();

        assertThat(job.hears(job.lease().release())).isEqualTo(new Refuse(Refusal.LEASE_CANCELED));
    }

    @Test
    void an_AckLease_after_the_result_is_stale_for_its_answer_would_be_the_permission_to_work() {
        var job = Jobs.succeeded();

        assertThat(job.hears(job.lease().acknowledge()))
                .isEqualTo(new Refuse(Refusal.LEASE_COMPLETED));
    }

    @Test
    void an_AckLease_of_a_lease_that_led_to_a_retry_is_stale_while_another_runner_works() {
        var job = Jobs.running(Jobs.patient());
        var first = job.lease();
        job.accepts(first.complete(Ending.ERROR));
        job.claimed(BOB).acknowledged();

        assertThat(job.hears(first.acknowledge())).isEqualTo(new Refuse(Refusal.LEASE_COMPLETED));
    }

    @Test
    void a_heartbeat_after_the_result_tells_the_runner_to_stop() {
        var job = Jobs.succeeded();

        assertThat(job.hears(job.lease().beat())).isEqualTo(new Refuse(Refusal.LEASE_COMPLETED));
    }

    @Test
    void a_confirmation_of_a_cancel_after_the_result_is_stale() {
        var job = Jobs.succeeded();

        assertThat(job.hears(job.lease().confirmCancel()))
                .isEqualTo(new Refuse(Refusal.LEASE_COMPLETED));
    }

    @Test
    void another_runner_does_not_get_the_answer_that_was_meant_for_the_holder() {
        var job = Jobs.succeeded();

        assertThat(job.hears(job.lease().heldBy(BOB).complete(Ending.SUCCEEDED)))
                .isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
        assertThat(job.hears(job.lease().forged().complete(Ending.SUCCEEDED)))
                .isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
    }
}
