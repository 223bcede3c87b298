package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

class ManualClockTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final ManualClock clock = ManualClock.startingAt(NOON);

    @Test
    void a_clock_stands_still_until_it_is_moved() {
        assertThat(clock.instant()).isEqualTo(NOON);
        assertThat(clock.advance(Duration.ofSeconds(90))).isEqualTo(NOON.plusSeconds(90));
        assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(90));
    }

    @Test
    void a_clock_never_moves_backwards() {
        assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT-1S");
    }
}
