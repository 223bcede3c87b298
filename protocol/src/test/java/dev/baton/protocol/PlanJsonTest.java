package dev.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Backoff;
import dev.baton.core.Ending;
import dev.baton.core.GateKey;
import dev.baton.core.JobPlan;
import dev.baton.core.Requirement;
import dev.baton.core.RetryPolicy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

class PlanJsonTest {
    private static final JobPlan PLAIN =
            new JobPlan(0, Requirement.NONE, null, RetryPolicy.IMAGE, Duration.ofHours(1), null);

    static Stream<JobPlan> plans() {
        return Stream.of(
                PLAIN,
                new JobPlan(
                        -1_000,
                        Requirement.of(List.of("os=linux", "spec=m7i.metal")),
                        new GateKey("org:acme"),
                        RetryPolicy.STEPS,
                        Duration.ofMillis(1),
                        Instant.parse("2026-01-04T08:00:20.123456789Z"),
                        Instant.parse("2026-01-04T09:00:20.123Z")),
                new JobPlan(
                        1_000,
                        Requirement.NONE,
                        null,
                        RetryPolicy.FUNCTION,
                        Duration.ofDays(30),
                        null),
                new JobPlan(
                        1,
                        Requirement.NONE,
                        null,
                        new RetryPolicy(
                                1_000,
                                Set.of(Ending.TIMED_OUT),
                                new Backoff(
                                        Duration.ofMillis(250), 1.37, Duration.ofDays(30), 0.125),
                                Duration.ofMillis(10_001),
                                new RetryPolicy.Tolerance(0, 1_000, 7)),
                        Duration.ofMillis(1_001),
                        null));
    }

    @ParameterizedTest
    @MethodSource("plans")
    void a_plan_is_read_as_it_was_written(JobPlan plan) {
        assertThat(PlanJson.read(PlanJson.write(plan))).isEqualTo(plan);
        assertThat(PlanJson.readRetry(PlanJson.writeRetry(plan.retry()))).isEqualTo(plan.retry());
    }

    @Test
    void everything_is_written_out() {
        assertThat(PlanJson.write(PLAIN))
                .isEqualTo(
                        """
                        {"priority":0,"requirement":[],"retry":{"max_attempts":1,"retry_on":["RELEASED"],\
                        "backoff":{"first_seconds":0,"factor":1,"most_seconds":0,"jitter":0},\
                        "retry_after_most_seconds":0,\
                        "tolerance":{"losses":0,"unacknowledged":0,"releases":20}},\
                        "max_runtime_seconds":3600}""");
    }

    @Test
    void what_breaks_a_rule_of_the_core_is_refused_with_its_path() {
        String broken = PlanJson.write(PLAIN).replace("\"max_attempts\":1", "\"max_attempts\":0");
        assertThatThrownBy(() -> PlanJson.read(broken))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("retry: expected 1 to 1000 attempts, got 0");
    }
}
