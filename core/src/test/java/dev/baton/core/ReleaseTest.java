package dev.baton.core;

import static dev.baton.core.Jobs.BOB;
import static dev.baton.core.Jobs.TERMS;
import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Decision.Refuse;

import org.junit.jupiter.api.Test;

class ReleaseTest {

    @Test
    void a_job_that_is_given_back_is_ready_at_once() {
        var job = Jobs.running().after(seconds(3));

        var answer = job.answers(job.lease().release());

        assertThat(answer).isEqualTo(new Answer.Released());
        assertThat(job.state()).isEqualTo(new JobState.Ready(1));
    }

    @Test
    void giving_back_uses_up_no_attempt_however_often() {
        var job = Jobs.ready();
        for (int i = 0; i < RetryPolicy.Tolerance.DEFAULTS.releases(); i++) {
            job.claimed(Jobs.runner(i)).acknowledged().accepts(job.lease().release());
        }

        assertThat(job.state()).isEqualTo(new JobState.Ready(1));
        assertThat(job.job().tally().releases()).isEqualTo(20);
    }

    @Test
    void a_lease_can_be_given_back_without_having_been_acknowledged() {
        var job = Jobs.leased();

        job.accepts(job.lease().release());

        assertThat(job.job().tally()).isEqualTo(new Tally(0, 0, 1));
        assertThat(job.state()).isEqualTo(new JobState.Ready(1));
    }

    @Test
    void the_next_lease_after_a_release_has_the_next_epoch() {
        var job = Jobs.running();
        job.accepts(job.lease().release());

        assertThat(job.claimed(BOB).job().epoch()).isEqualTo(2);
    }

    @Test
    void what_was_given_back_can_no_longer_be_completed() {
        var job = Jobs.running();
        job.accepts(job.lease().release());

        assertThat(job.hears(job.lease().complete(Ending.SUCCEEDED)))
                .isEqualTo(new Refuse(Refusal.LEASE_RELEASED));
    }

    @Test
    void an_expired_lease_cannot_be_given_back() {
        var job = Jobs.running().after(TERMS.ttl());

        assertThat(job.hears(job.lease().release())).isEqualTo(new Refuse(Refusal.LEASE_EXPIRED));
    }

    @Test
    void a_job_that_is_given_back_more_often_than_tolerated_ends() {
        var job = Jobs.ready(Jobs.patient());
        for (int i = 0; i < 4; i++) {
            job.claimed(Jobs.runner(i)).accepts(job.lease().release());
        }

        assertThat(job.outcome().status()).isEqualTo(FinalStatus.FAILED);
        assertThat(job.outcome().cause()).isEqualTo(Cause.QUARANTINED);
    }

    @Test
    void the_runner_whose_release_ended_the_job_is_answered_as_any_other() {
        var once = RetryPolicy.STEPS;
        var job =
                Jobs.running(
                        new RetryPolicy(
                                once.maxAttempts(),
                                once.retried(),
                                once.backoff(),
                                once.retryAfterMost(),
                                RetryPolicy.Tolerance.NONE));

        assertThat(job.answers(job.lease().release())).isEqualTo(new Answer.Released());
        assertThat(job.outcome().cause()).isEqualTo(Cause.RUNNER_LOST);
    }

    @Test
    void the_audit_says_why_the_runner_gave_the_job_back() {
        var job = Jobs.running();

        var event = job.accepts(job.lease().release()).events().getFirst();

        assertThat(event)
                .isEqualTo(
                        new Event(
                                Event.Kind.REQUEUED,
                                1,
                                1,
                                "runner:alice",
                                "RELEASED: shutting down"));
    }
}
