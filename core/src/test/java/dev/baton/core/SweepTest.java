package dev.baton.core;

import static dev.baton.core.Jobs.START;
import static dev.baton.core.Jobs.TERMS;
import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Decision.Refuse;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.stream.Stream;

class SweepTest {
    private static final Command.Sweep SWEEP = new Command.Sweep();
    private static final Duration A_MOMENT = Duration.ofMillis(1);

    @Test
    void a_delayed_job_is_ready_when_its_time_has_come_and_not_a_moment_earlier() {
        var job = Jobs.delayed(seconds(60)).after(seconds(60).minus(A_MOMENT));
        assertThat(job.hears(SWEEP)).isEqualTo(new Refuse(Refusal.NOTHING_DUE));

        job.after(A_MOMENT).accepts(SWEEP);

        assertThat(job.state()).isEqualTo(new JobState.Ready(1));
    }

    @Test
    void a_lease_that_nobody_acknowledges_is_revoked_at_its_deadline_in_the_same_attempt() {
        var job = Jobs.leased().after(TERMS.ackTimeout().minus(A_MOMENT));
        assertThat(job.hears(SWEEP)).isEqualTo(new Refuse(Refusal.NOTHING_DUE));

        job.after(A_MOMENT).accepts(SWEEP);

        assertThat(job.state()).isEqualTo(new JobState.Ready(1));
        assertThat(job.job().past().getLast().end()).isEqualTo(LeaseEnd.REVOKED);
        assertThat(job.job().tally()).isEqualTo(new Tally(0, 1, 0));
    }

    @Test
    void a_lease_without_heartbeats_expires_after_its_ttl_and_the_attempt_is_lost() {
        var job = Jobs.running().after(TERMS.ttl().minus(A_MOMENT));
        assertThat(job.hears(SWEEP)).isEqualTo(new Refuse(Refusal.NOTHING_DUE));

        job.after(A_MOMENT).accepts(SWEEP);

        assertThat(job.state()).isEqualTo(new JobState.Ready(2));
        assertThat(job.job().past().getLast().end()).isEqualTo(LeaseEnd.EXPIRED);
        assertThat(job.job().tally()).isEqualTo(new Tally(1, 0, 0));
    }

    @Test
    void work_past_its_limit_and_grace_is_ended_whatever_heartbeats_arrive() {
        var job = runUntilTheLimit(RetryPolicy.STEPS);

        job.swept();

        assertThat(job.now()).isEqualTo(START.plus(Duration.ofHours(1)).plus(TERMS.runtimeGrace()));
        assertThat(job.outcome().cause()).isEqualTo(Cause.TIMED_OUT);
        assertThat(job.hears(job.lease().beat())).isEqualTo(new Refuse(Refusal.LEASE_REVOKED));
    }

    @Test
    void work_past_its_limit_is_tried_again_if_the_policy_says_so() {
        var job = runUntilTheLimit(Jobs.patient());

        job.swept();

        assertThat(job.state()).isEqualTo(new JobState.Ready(2));
    }

    @Test
    void a_late_sweep_finds_the_runner_lost_rather_than_the_work_too_long() {
        var job = Jobs.running().after(Duration.ofDays(1));

        job.accepts(SWEEP);

        assertThat(job.job().past().getLast().end()).isEqualTo(LeaseEnd.EXPIRED);
    }

    @Test
    void time_does_nothing_to_a_job_that_waits_for_others_or_is_over() {
        Stream.of(Jobs.blocked(1), Jobs.gated(), Jobs.ready(), Jobs.succeeded())
                .forEach(
                        job -> {
                            assertThat(job.job().deadline()).isEmpty();
                            assertThat(job.after(Duration.ofDays(400)).hears(SWEEP))
                                    .isEqualTo(new Refuse(Refusal.NOTHING_DUE));
                        });
    }

    @Test
    void the_deadline_of_a_job_is_the_earliest_thing_that_can_happen_to_it() {
        assertThat(Jobs.delayed(seconds(60)).job().deadline()).contains(START.plusSeconds(60));
        assertThat(Jobs.leased().job().deadline()).contains(START.plus(TERMS.ackTimeout()));
        assertThat(Jobs.running().job().deadline()).contains(START.plus(TERMS.ttl()));
        assertThat(runUntilTheLimit(RetryPolicy.STEPS).job().deadline())
                .contains(START.plus(Duration.ofHours(1)).plus(TERMS.runtimeGrace()));
        assertThat(Jobs.canceling().job().deadline()).contains(START.plus(TERMS.cancelDeadline()));
    }

    @Test
    void the_audit_says_what_the_sweep_did_and_why() {
        assertThat(Jobs.leased().swept().events())
                .containsExactly(
                        new Event(
                                Event.Kind.REQUEUED,
                                1,
                                1,
                                "orchestrator",
                                "UNACKNOWLEDGED: no AckLease within 30 s"));
        assertThat(Jobs.running().swept().events())
                .containsExactly(
                        new Event(
                                Event.Kind.REQUEUED,
                                2,
                                1,
                                "orchestrator",
                                "LOST: no heartbeat within 120 s"));
    }

    private static TestJob runUntilTheLimit(RetryPolicy retry) {
        var job = Jobs.running(retry);
        for (int minute = 0; minute < 60; minute++) {
            job.after(Duration.ofMinutes(1)).accepts(job.lease().beat());
        }
        return job;
    }
}
