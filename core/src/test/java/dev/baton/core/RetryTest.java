package dev.baton.core;

import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

class RetryTest {

    @Test
    void an_ending_that_the_policy_retries_begins_the_next_attempt() {
        var job = Jobs.running(Jobs.patient());

        var answer = job.answers(job.lease().complete(Ending.ERROR));

        assertThat(answer).isEqualTo(new Answer.Completed(null));
        assertThat(job.state()).isEqualTo(new JobState.Ready(2));
    }

    @Test
    void the_last_attempt_ends_the_job() {
        var job = Jobs.running(Jobs.patient());
        job.accepts(job.lease().complete(Ending.ERROR));
        job.claimed().acknowledged().accepts(job.lease().complete(Ending.ERROR));
        job.claimed().acknowledged().accepts(job.lease().complete(Ending.ERROR));

        assertThat(job.as(JobState.Finished.class).attempt()).isEqualTo(3);
        assertThat(job.outcome().cause()).isEqualTo(Cause.ATTEMPTS_EXHAUSTED);
    }

    @Test
    void a_success_ends_the_job_on_any_attempt() {
        var job = Jobs.running(Jobs.patient());
        job.accepts(job.lease().complete(Ending.ERROR));

        job.claimed().acknowledged().accepts(job.lease().complete(Ending.SUCCEEDED));

        assertThat(job.outcome().status()).isEqualTo(FinalStatus.SUCCEEDED);
    }

    @Test
    void what_can_never_succeed_is_not_tried_again() {
        var job = Jobs.running(RetryPolicy.FUNCTION);

        job.accepts(job.lease().complete(Ending.FATAL));

        assertThat(job.outcome().status()).isEqualTo(FinalStatus.FAILED);
        assertThat(job.outcome().cause()).isEqualTo(Cause.REPORTED);
    }

    @Test
    void an_error_that_is_not_retried_is_the_cause_itself_even_after_lost_attempts() {
        var job = Jobs.running(RetryPolicy.STEPS);
        job.swept();

        job.claimed().acknowledged().accepts(job.lease().complete(Ending.ERROR));

        assertThat(job.outcome().cause()).isEqualTo(Cause.REPORTED);
    }

    @Test
    void a_retried_function_waits_longer_after_each_attempt() {
        var job = Jobs.running(RetryPolicy.FUNCTION);
        job.accepts(job.lease().complete(Ending.ERROR));
        var first = Duration.between(job.now(), job.as(JobState.Delayed.class).until());
        job.swept();
        job.claimed().acknowledged().accepts(job.lease().complete(Ending.ERROR));
        var second = Duration.between(job.now(), job.as(JobState.Delayed.class).until());

        assertThat(first).isBetween(Duration.ofMillis(800), seconds(1));
        assertThat(second).isBetween(Duration.ofMillis(1600), seconds(2));
    }

    @Test
    void work_that_asks_to_be_tried_again_may_say_when() {
        assertThat(waitAfter(seconds(90))).isEqualTo(seconds(90));
    }

    @Test
    void nobody_can_ask_for_a_longer_wait_than_the_policy_allows() {
        assertThat(waitAfter(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void work_that_asks_for_no_wait_or_less_is_ready_at_once() {
        assertThat(waitAfter(Duration.ZERO)).isEqualTo(Duration.ZERO);
        assertThat(waitAfter(seconds(-5))).isEqualTo(Duration.ZERO);
    }

    @Test
    void work_that_does_not_say_when_waits_as_after_an_error() {
        assertThat(waitAfter(null)).isBetween(Duration.ofMillis(800), seconds(1));
    }

    @Test
    void only_work_that_asked_for_a_retry_may_choose_its_wait() {
        var job = Jobs.running(RetryPolicy.FUNCTION);
        var report = new Report(Ending.ERROR, 1, "", Duration.ofMinutes(30), "{}");

        job.accepts(job.lease().complete(report));

        assertThat(job.as(JobState.Delayed.class).until())
                .isBeforeOrEqualTo(job.now().plusSeconds(1));
    }

    @Test
    void the_audit_says_until_when_a_retry_waits() {
        var job = Jobs.running(RetryPolicy.FUNCTION);
        var report = new Report(Ending.RETRY, null, "busy", seconds(90), "{}");

        var event = job.accepts(job.lease().complete(report)).events().getFirst();

        assertThat(event)
                .isEqualTo(
                        new Event(
                                Event.Kind.REQUEUED,
                                2,
                                1,
                                "runner:alice",
                                "RETRY: busy; waits until 2026-01-04T08:01:30Z"));
    }

    @Test
    void a_retry_passes_the_gate_again() {
        var job = Jobs.submitted(Jobs.plan(Jobs.patient(), Jobs.GATE, null));
        job.accepts(new Command.Admit());
        job.claimed().acknowledged().accepts(job.lease().complete(Ending.ERROR));

        assertThat(job.state()).isEqualTo(new JobState.Gated(2));
    }

    @Test
    void steps_are_retried_three_times_and_only_when_the_machine_failed() {
        assertThat(RetryPolicy.STEPS.maxAttempts()).isEqualTo(3);
        assertThat(RetryPolicy.STEPS.retried())
                .containsExactlyInAnyOrder(Ending.LOST, Ending.RELEASED);
        assertThat(RetryPolicy.STEPS.backoff()).isEqualTo(Backoff.NONE);
        assertThat(RetryPolicy.STEPS.tolerance()).isEqualTo(new RetryPolicy.Tolerance(2, 4, 20));
    }

    @Test
    void images_run_once_and_only_being_given_back_is_borne() {
        assertThat(RetryPolicy.IMAGE.maxAttempts()).isEqualTo(1);
        assertThat(RetryPolicy.IMAGE.retried()).containsExactly(Ending.RELEASED);
        assertThat(RetryPolicy.IMAGE.tolerance()).isEqualTo(new RetryPolicy.Tolerance(0, 0, 20));
    }

    @Test
    void functions_are_tried_five_times_after_whatever_may_pass() {
        assertThat(RetryPolicy.FUNCTION.maxAttempts()).isEqualTo(5);
        assertThat(RetryPolicy.FUNCTION.retried())
                .containsExactlyInAnyOrder(
                        Ending.ERROR, Ending.RETRY, Ending.TIMED_OUT, Ending.LOST, Ending.RELEASED);
        assertThat(RetryPolicy.FUNCTION.backoff()).isEqualTo(Backoff.EXPONENTIAL);
        assertThat(RetryPolicy.FUNCTION.retryAfterMost()).isEqualTo(Duration.ofHours(1));
    }

    @ParameterizedTest
    @EnumSource(names = {"SUCCEEDED", "FATAL", "CANCELED", "UNACKNOWLEDGED"})
    void no_policy_can_retry(Ending ending) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy(1, EnumSet.of(ending), Duration.ZERO))
                .withMessageContaining("got [" + ending + "]");
    }

    @Test
    void a_policy_has_1_to_1000_attempts_and_waits_at_most_30_days() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy(0, Set.of(), Duration.ZERO))
                .withMessage("retry: expected 1 to 1000 attempts, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy(1001, Set.of(), Duration.ZERO))
                .withMessage("retry: expected 1 to 1000 attempts, got 1001");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy(1, Set.of(), Duration.ofDays(31)))
                .withMessageContaining("got PT744H");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy(1, Set.of(), Duration.ofSeconds(-1)))
                .withMessageContaining("got PT-1S");
    }

    private static Duration waitAfter(@Nullable Duration asked) {
        var job = Jobs.running(RetryPolicy.FUNCTION);
        job.accepts(job.lease().complete(new Report(Ending.RETRY, null, "", asked, "{}")));
        assertThat(job.state().attempt()).isEqualTo(2);
        return job.job()
                .deadline()
                .map(until -> Duration.between(job.now(), until))
                .orElse(Duration.ZERO);
    }

    private static RetryPolicy policy(int attempts, Set<Ending> retried, Duration most) {
        return new RetryPolicy(
                attempts, retried, Backoff.NONE, most, RetryPolicy.Tolerance.DEFAULTS);
    }
}
