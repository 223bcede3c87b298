package dev.baton.core;

import static dev.baton.core.Jobs.GATE;
import static dev.baton.core.Jobs.START;
import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

class SubmitTest {

    @Test
    void a_job_that_waits_for_nothing_is_ready_at_once() {
        assertThat(Jobs.ready().state()).isEqualTo(new JobState.Ready(1));
    }

    @Test
    void a_job_waits_for_its_needs_first_then_for_its_time_then_at_its_gate() {
        var later = START.plusSeconds(60);

        assertThat(submitted(2, later, GATE)).isEqualTo(new JobState.Blocked(1, 2));
        assertThat(submitted(0, later, GATE)).isEqualTo(new JobState.Delayed(1, later));
        assertThat(submitted(0, null, GATE)).isEqualTo(new JobState.Gated(1));
    }

    @Test
    void a_time_that_has_come_already_delays_nothing() {
        assertThat(submitted(0, START, null)).isEqualTo(new JobState.Ready(1));
    }

    @Test
    void a_new_job_has_had_no_lease_and_no_bad_luck() {
        var job = Jobs.ready().job();

        assertThat(job)
                .isEqualTo(
                        new Job(
                                Jobs.ID,
                                job.plan(),
                                START,
                                new JobState.Ready(1),
                                0,
                                Tally.ZERO,
                                List.of()));
    }

    @Test
    void the_audit_begins_with_who_submitted_the_job_and_what_it_waits_for() {
        var plan = Jobs.plan(RetryPolicy.STEPS, GATE, null);

        var events = Jobs.RULES.submit(Jobs.ID, plan, 0, "user:ada", START).events();

        assertThat(events)
                .containsExactly(
                        new Event(Event.Kind.SUBMITTED, 1, 0, "user:ada", "waits at its gate"));
    }

    @Test
    void priorities_are_minus_1000_to_1000() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan(1001, seconds(1)))
                .withMessage("priority: expected -1000 to 1000, got 1001");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan(-1001, seconds(1)))
                .withMessage("priority: expected -1000 to 1000, got -1001");
    }

    @Test
    void a_runtime_is_more_than_zero_and_at_most_30_days() {
        for (var runtime :
                List.of(Duration.ZERO, Duration.ofDays(31), Duration.ofSeconds(Long.MAX_VALUE))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> plan(0, runtime))
                    .withMessage(
                            "max_runtime_seconds: expected more than zero and at most 2592000, got "
                                    + runtime);
        }
    }

    private static JobState submitted(
            int needs, @Nullable Instant notBefore, @Nullable GateKey gate) {
        return Jobs.submitted(Jobs.plan(RetryPolicy.STEPS, gate, notBefore), needs).state();
    }

    private static JobPlan plan(int priority, Duration runtime) {
        return new JobPlan(priority, Requirement.NONE, null, RetryPolicy.STEPS, runtime, null);
    }
}
