package dev.baton.core;

import static dev.baton.core.Jobs.ALICE;
import static dev.baton.core.Jobs.GATE;
import static dev.baton.core.Jobs.START;
import static dev.baton.core.Jobs.TERMS;
import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Decision.Refuse;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

class DeadlineTest {
    private static final Duration LEFT = TERMS.ttl().dividedBy(2);
    private static final Instant DEADLINE = START.plus(LEFT);

    private static TestJob submitted(JobPlan plan, int needs) {
        return Jobs.submitted(plan.at(plan.notBefore(), DEADLINE), needs);
    }

    private static TestJob ready() {
        return submitted(Jobs.plan(Jobs.patient()), 0);
    }

    private static void assertTooLate(TestJob job) {
        assertThat(job.outcome())
                .isEqualTo(
                        new Outcome(
                                FinalStatus.FAILED,
                                Cause.DEADLINE_PASSED,
                                "not over by its deadline, " + DEADLINE,
                                null));
    }

    @Test
    void a_job_ends_at_its_deadline_wherever_it_waits() {
        var waiting =
                List.of(
                        submitted(Jobs.plan(Jobs.patient()), 2),
                        submitted(Jobs.plan(Jobs.patient(), null, DEADLINE.plusSeconds(1)), 0),
                        submitted(Jobs.plan(Jobs.patient(), GATE, null), 0),
                        ready());
        for (var job : waiting) {
            assertThat(job.job().deadline()).contains(DEADLINE);
            job.swept();
            assertTooLate(job);
        }
    }

    @Test
    void a_job_that_waits_is_left_alone_before_its_deadline() {
        var job = ready().after(LEFT.minusMillis(1));

        assertThat(job.hears(new Command.Sweep())).isEqualTo(new Refuse(Refusal.NOTHING_DUE));
    }

    @Test
    void a_job_whose_deadline_has_passed_is_given_to_nobody() {
        var job = ready().after(LEFT);

        assertThat(job.hears(Jobs.claim(ALICE, 1))).isEqualTo(new Refuse(Refusal.NOT_WAITING));
    }

    @Test
    void no_lease_is_granted_acknowledged_or_renewed_beyond_the_deadline() {
        var job = ready().after(seconds(1));
        assertThat(job.answers(Jobs.claim(ALICE, 1)))
                .isEqualTo(new Answer.Granted(job.as(JobState.Leased.class).lease(), left(job)));
        assertThat(job.answers(job.lease().beat()))
                .isEqualTo(new Answer.Renewed(TERMS.ackTimeout(), null));
        job.after(seconds(1));
        assertThat(job.answers(job.lease().acknowledge()))
                .isEqualTo(new Answer.Acknowledged(left(job)));
        job.after(seconds(1));
        assertThat(job.answers(job.lease().beat())).isEqualTo(new Answer.Renewed(left(job), null));
        assertThat(job.as(JobState.Running.class).lease().expiresAt()).isEqualTo(DEADLINE);
    }

    private static Duration left(TestJob job) {
        return Duration.between(job.now(), DEADLINE);
    }

    @Test
    void work_that_is_under_way_at_the_deadline_is_over_without_another_attempt() {
        var running = ready().claimed().acknowledged();
        running.swept();
        assertTooLate(running);
        assertThat(running.as(JobState.Finished.class).lease().end()).isEqualTo(LeaseEnd.REVOKED);

        var leased = ready().after(LEFT.minusMillis(1)).claimed();
        leased.swept();
        assertTooLate(leased);
    }

    @Test
    void a_runner_that_was_lost_before_the_deadline_is_noticed_as_before() {
        var plan = Jobs.plan(Jobs.patient()).at(null, START.plus(TERMS.ttl()).plusSeconds(1));
        var job = Jobs.submitted(plan, 0).claimed().acknowledged();

        job.swept();

        assertThat(job.state()).isEqualTo(new JobState.Ready(2));
    }

    @Test
    void a_result_before_the_deadline_counts() {
        var job = ready().claimed().acknowledged().after(LEFT.minusMillis(1));

        job.accepts(job.lease().complete(Ending.SUCCEEDED));

        assertThat(job.outcome().status()).isEqualTo(FinalStatus.SUCCEEDED);
    }

    @Test
    void a_result_at_the_deadline_is_too_late() {
        var job = ready().claimed().acknowledged().after(LEFT);

        assertThat(job.hears(job.lease().complete(Ending.SUCCEEDED)))
                .isEqualTo(new Refuse(Refusal.LEASE_EXPIRED));
    }

    @Test
    void a_retry_that_would_wait_beyond_the_deadline_ends_at_the_deadline() {
        var job = ready().claimed().acknowledged();
        job.accepts(job.lease().complete(new Report(Ending.RETRY, null, "", seconds(300), "{}")));

        job.swept();

        assertThat(job.now()).isEqualTo(DEADLINE);
        assertTooLate(job);
    }

    @Test
    void a_cancel_that_was_requested_before_ends_as_a_cancel() {
        var job = ready().claimed().acknowledged().after(LEFT.minusMillis(1));
        job.accepts(Jobs.cancel());

        job.swept();

        assertThat(job.outcome().status()).isEqualTo(FinalStatus.CANCELED);
    }
}
