package dev.baton.core;

import static dev.baton.core.Jobs.BOB;
import static dev.baton.core.Jobs.TERMS;
import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Decision.Refuse;

import org.junit.jupiter.api.Test;

class CompletionTest {

    @Test
    void the_holder_of_the_live_lease_finishes_the_job() {
        var job = Jobs.running().after(seconds(60));
        var report = new Report(Ending.SUCCEEDED, 0, "All tests passed.", null, "{}");

        var answer = job.answers(job.lease().complete(report));

        assertThat(answer).isEqualTo(new Answer.Completed(FinalStatus.SUCCEEDED));
        assertThat(job.as(JobState.Finished.class).at()).isEqualTo(job.now());
        assertThat(job.outcome())
                .isEqualTo(
                        new Outcome(
                                FinalStatus.SUCCEEDED,
                                Cause.REPORTED,
                                "All tests passed.",
                                report));
    }

    @Test
    void work_that_failed_and_is_not_retried_ends_the_job_as_failed() {
        var job = Jobs.running();

        var answer = job.answers(job.lease().complete(Ending.ERROR));

        assertThat(answer).isEqualTo(new Answer.Completed(FinalStatus.FAILED));
        assertThat(job.outcome().cause()).isEqualTo(Cause.REPORTED);
    }

    @Test
    void a_runner_that_stopped_work_which_nobody_canceled_has_failed_it() {
        var job = Jobs.running(RetryPolicy.FUNCTION);

        job.accepts(job.lease().complete(Ending.CANCELED));

        assertThat(job.outcome().status()).isEqualTo(FinalStatus.FAILED);
    }

    @Test
    void a_result_without_an_AckLease_before_it_counts() {
        var job = Jobs.leased();

        job.accepts(job.lease().complete(Ending.SUCCEEDED));

        assertThat(job.outcome().status()).isEqualTo(FinalStatus.SUCCEEDED);
    }

    @Test
    void a_result_after_the_ttl_is_refused_even_before_the_sweep_has_noticed() {
        var job = Jobs.running().after(TERMS.ttl());

        assertThat(job.hears(job.lease().complete(Ending.SUCCEEDED)))
                .isEqualTo(new Refuse(Refusal.LEASE_EXPIRED));
        assertThat(job.state()).isInstanceOf(JobState.Running.class);
    }

    @Test
    void a_runner_with_an_old_lease_cannot_complete() {
        var job = Jobs.running();
        var lost = job.lease();
        job.swept();
        job.claimed(BOB).acknowledged();
        var before = job.job();

        assertThat(job.hears(lost.complete(Ending.SUCCEEDED)))
                .isEqualTo(new Refuse(Refusal.LEASE_EXPIRED));
        assertThat(job.job()).isEqualTo(before);
    }

    @Test
    void a_runner_with_an_old_lease_cannot_change_what_another_has_finished() {
        var job = Jobs.running();
        var lost = job.lease();
        job.swept();
        job.claimed(BOB).acknowledged();
        job.accepts(job.lease().complete(Ending.ERROR));
        var finished = job.job();

        assertThat(job.hears(lost.complete(Ending.SUCCEEDED)))
                .isEqualTo(new Refuse(Refusal.LEASE_EXPIRED));
        assertThat(job.job()).isEqualTo(finished);
    }

    @Test
    void an_old_lease_cannot_complete_in_the_same_hands_either() {
        var job = Jobs.running();
        var lost = job.lease();
        job.swept();
        job.claimed().acknowledged();

        assertThat(job.hears(lost.complete(Ending.SUCCEEDED)))
                .isEqualTo(new Refuse(Refusal.LEASE_EXPIRED));
    }

    @Test
    void nobody_can_complete_with_the_epoch_alone_or_with_a_stolen_lease() {
        var job = Jobs.running();

        assertThat(job.hears(job.lease().forged().complete(Ending.SUCCEEDED)))
                .isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
        assertThat(job.hears(job.lease().heldBy(BOB).complete(Ending.SUCCEEDED)))
                .isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
    }
}
