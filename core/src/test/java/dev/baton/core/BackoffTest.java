package dev.baton.core;

import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.stream.LongStream;

class BackoffTest {
    private static final Backoff STEADY = new Backoff(seconds(1), 2, seconds(60), 0);

    @Test
    void each_delay_is_a_multiple_of_the_one_before() {
        assertThat(STEADY.delay(1, 0)).isEqualTo(seconds(1));
        assertThat(STEADY.delay(2, 0)).isEqualTo(seconds(2));
        assertThat(STEADY.delay(3, 0)).isEqualTo(seconds(4));
    }

    @Test
    void no_delay_is_longer_than_the_longest_however_many_came_before() {
        assertThat(STEADY.delay(7, 0)).isEqualTo(seconds(60));
        assertThat(STEADY.delay(RetryPolicy.MOST_ATTEMPTS, 0)).isEqualTo(seconds(60));
        assertThat(STEADY.delay(Integer.MAX_VALUE, 0)).isEqualTo(seconds(60));
    }

    @Test
    void jitter_only_shortens_a_delay_and_only_by_its_part() {
        var backoff = new Backoff(seconds(10), 1, seconds(10), 0.2);

        LongStream.range(0, 10_000)
                .forEach(
                        seed ->
                                assertThat(backoff.delay(1, seed))
                                        .isBetween(seconds(8), seconds(10)));
    }

    @Test
    void jitter_spreads_the_delays_of_neighbouring_jobs_evenly() {
        var backoff = new Backoff(seconds(10), 1, seconds(10), 1);

        var tenths = new int[10];
        LongStream.range(0, 10_000)
                .map(seed -> Math.min(9, backoff.delay(1, seed).toSeconds()))
                .forEach(tenth -> tenths[(int) tenth]++);

        for (int count : tenths) {
            assertThat(count).isBetween(850, 1150);
        }
    }

    @Test
    void the_same_job_and_attempt_always_wait_the_same_time() {
        assertThat(Backoff.EXPONENTIAL.delay(3, 42)).isEqualTo(Backoff.EXPONENTIAL.delay(3, 42));
    }

    @Test
    void no_backoff_is_no_delay() {
        assertThat(Backoff.NONE.delay(1, 42)).isEqualTo(Duration.ZERO);
        assertThat(Backoff.NONE.delay(1_000, 42)).isEqualTo(Duration.ZERO);
    }

    @Test
    void the_default_is_a_second_doubling_up_to_five_minutes() {
        assertThat(Backoff.EXPONENTIAL)
                .isEqualTo(new Backoff(seconds(1), 2, Duration.ofMinutes(5), 0.2));
    }

    @Test
    void the_first_delay_is_not_negative_and_not_longer_than_the_longest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(seconds(-1), 2, seconds(60), 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(seconds(61), 2, seconds(60), 0))
                .withMessageContaining("got first PT1M1S and most PT1M");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(seconds(1), 2, Duration.ofDays(31), 0));
    }

    @Test
    void a_factor_is_1_to_100_and_a_jitter_0_to_1_and_both_are_numbers() {
        for (double factor : new double[] {0.9, 101, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Backoff(seconds(1), factor, seconds(60), 0));
        }
        for (double jitter : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Backoff(seconds(1), 2, seconds(60), jitter));
        }
    }
}
