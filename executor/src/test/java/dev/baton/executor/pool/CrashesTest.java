package dev.baton.executor.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.executor.pool.Crashes.Decision;
import dev.baton.executor.pool.Crashes.Decision.Rest;
import dev.baton.executor.pool.Crashes.Decision.StartAgain;
import dev.baton.executor.pool.ExecutorConfig.Restarts;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class CrashesTest {
    private static final Duration PAUSE = Duration.ofMinutes(3);

    private final Crashes crashes =
            new Crashes(
                    new Restarts(
                            Duration.ofSeconds(1),
                            Duration.ofSeconds(4),
                            4,
                            Duration.ofMinutes(1),
                            PAUSE));

    @Test
    void each_crash_is_followed_by_a_longer_wait_until_it_rests() {
        assertDelay(crash(0), 1);
        assertDelay(crash(1), 2);
        assertDelay(crash(2), 4);
        assertThat(crash(3)).isEqualTo(new Rest(PAUSE, 4, true));
    }

    @Test
    void crashes_long_ago_are_forgotten() {
        for (int minute = 0; minute < 10; minute++) {
            assertDelay(crash(minute * 61L), 1);
        }
    }

    @Test
    void an_executor_that_rested_has_one_try_and_resting_again_is_no_news() {
        for (int i = 0; i < 4; i++) {
            crash(i);
        }
        assertThat(crash(200)).isEqualTo(new Rest(PAUSE, 1, false));
        assertThat(crash(400)).isEqualTo(new Rest(PAUSE, 1, false));
    }

    @Test
    void an_answer_makes_all_well_again() {
        for (int i = 0; i < 4; i++) {
            crash(i);
        }
        assertThat(crashes.answered()).isTrue();
        assertThat(crashes.answered()).isFalse();
        assertDelay(crash(5), 1);
    }

    @Test
    void a_life_with_an_answer_in_it_is_no_crash() {
        for (int i = 0; i < 100; i++) {
            assertDelay(crashes.ended(i), 1);
        }
    }

    private Decision crash(long second) {
        return crashes.crashed(Duration.ofSeconds(second).toNanos(), second);
    }

    /// Less some chance.
    private static void assertDelay(Decision decision, int seconds) {
        assertThat(decision)
                .isInstanceOfSatisfying(
                        StartAgain.class,
                        again ->
                                assertThat(again.after())
                                        .isBetween(
                                                Duration.ofMillis(700L * seconds),
                                                Duration.ofSeconds(seconds)));
    }
}
