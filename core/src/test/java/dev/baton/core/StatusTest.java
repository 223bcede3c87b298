package dev.baton.core;

import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

class StatusTest {

    @Test
    void to_users_a_job_that_nobody_has_is_queued_whatever_it_waits_for() {
        assertThat(Status.of(Jobs.blocked(1).state())).isEqualTo(Status.QUEUED);
        assertThat(Status.of(Jobs.delayed(seconds(1)).state())).isEqualTo(Status.QUEUED);
        assertThat(Status.of(Jobs.gated().state())).isEqualTo(Status.QUEUED);
        assertThat(Status.of(Jobs.ready().state())).isEqualTo(Status.QUEUED);
    }

    @Test
    void a_job_that_someone_has_is_leased_running_or_canceling() {
        assertThat(Status.of(Jobs.leased().state())).isEqualTo(Status.LEASED);
        assertThat(Status.of(Jobs.running().state())).isEqualTo(Status.RUNNING);
        assertThat(Status.of(Jobs.canceling().state())).isEqualTo(Status.CANCELING);
    }

    @Test
    void a_job_that_is_over_has_the_status_of_its_outcome() {
        var failed = Jobs.running();
        failed.accepts(failed.lease().complete(Ending.ERROR));
        var canceled = Jobs.ready();
        canceled.accepts(Jobs.cancel());

        assertThat(Status.of(Jobs.succeeded().state())).isEqualTo(Status.SUCCEEDED);
        assertThat(Status.of(failed.state())).isEqualTo(Status.FAILED);
        assertThat(Status.of(canceled.state())).isEqualTo(Status.CANCELED);
    }

    @Test
    void only_three_statuses_are_final() {
        assertThat(Arrays.stream(Status.values()).filter(Status::isFinal))
                .containsExactly(Status.SUCCEEDED, Status.FAILED, Status.CANCELED);
    }

    @Test
    void a_runner_must_stop_on_exactly_the_refusals_that_speak_of_its_lease() {
        assertThat(Arrays.stream(Refusal.values()).filter(Refusal::isStale))
                .containsExactly(
                        Refusal.UNKNOWN_LEASE,
                        Refusal.LEASE_EXPIRED,
                        Refusal.LEASE_REVOKED,
                        Refusal.LEASE_RELEASED,
                        Refusal.LEASE_COMPLETED,
                        Refusal.LEASE_CANCELED);
    }
}
