package dev.baton.core;

import static dev.baton.core.Jobs.ALICE;
import static dev.baton.core.Jobs.BOB;
import static dev.baton.core.Jobs.OTHER_PROCESS;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Decision.Refuse;

import org.junit.jupiter.api.Test;

class DisownTest {

    @Test
    void a_lease_that_never_reached_its_runner_is_revoked_without_waiting_for_the_deadline() {
        var job = Jobs.leased();

        job.accepts(job.lease().disown());

        assertThat(job.state()).isEqualTo(new JobState.Ready(1));
        assertThat(job.job().tally()).isEqualTo(new Tally(0, 1, 0));
    }

    @Test
    void a_runner_that_forgot_its_work_in_a_crash_has_lost_the_attempt() {
        var job = Jobs.running();

        job.accepts(job.lease().disown());

        assertThat(job.state()).isEqualTo(new JobState.Ready(2));
        assertThat(job.job().tally()).isEqualTo(new Tally(1, 0, 0));
    }

    @Test
    void a_canceled_job_whose_runner_forgot_it_is_canceled_unconfirmed() {
        var job = Jobs.canceling();

        job.accepts(job.lease().disown());

        assertThat(job.outcome().cause()).isEqualTo(Cause.CANCEL_UNCONFIRMED);
    }

    @Test
    void a_runner_can_disown_only_its_own_lease_and_only_the_live_one() {
        var job = Jobs.running();
        var earlier = job.lease();
        job.swept();
        job.claimed().acknowledged();

        assertThat(job.hears(job.lease().heldBy(BOB).disown()))
                .isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
        assertThat(job.hears(earlier.disown())).isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
    }

    @Test
    void a_process_that_came_back_under_the_name_of_another_cannot_disown_what_that_one_holds() {
        var job = Jobs.running();
        var before = job.job();

        assertThat(job.hears(job.lease().disown(OTHER_PROCESS)))
                .isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
        assertThat(job.job()).isEqualTo(before);
    }

    @Test
    void a_process_that_does_not_say_which_one_it_is_can_disown_nothing() {
        var known = Jobs.running();
        var unknown = Jobs.ready();
        unknown.accepts(new Command.Claim(ALICE, Jobs.digest(1)));

        assertThat(known.hears(known.lease().disown(null)))
                .isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
        assertThat(unknown.hears(unknown.lease().disown(null)))
                .isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
        assertThat(unknown.hears(unknown.lease().disown()))
                .isEqualTo(new Refuse(Refusal.UNKNOWN_LEASE));
    }

    @Test
    void a_process_that_shows_the_lease_of_another_may_use_it_and_end_it() {
        var job = Jobs.running();

        job.accepts(job.lease().beat());
        job.accepts(job.lease().release());

        assertThat(job.state()).isEqualTo(new JobState.Ready(1));
    }

    @Test
    void a_runner_that_speaks_for_a_lease_it_disowned_is_stale() {
        var job = Jobs.leased();
        job.accepts(job.lease().disown());

        assertThat(job.hears(job.lease().acknowledge()))
                .isEqualTo(new Refuse(Refusal.LEASE_REVOKED));
    }
}
