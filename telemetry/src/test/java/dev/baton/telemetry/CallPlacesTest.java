package dev.baton.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

class CallPlacesTest {
    private final CallPlaces places = new CallPlaces();

    @Test
    void those_who_come_late_are_counted_together_and_the_others_stay_who_they_were() {
        var first = places.of("q0", "python");
        var all =
                IntStream.range(0, 10 * CallPlaces.MOST)
                        .parallel()
                        .mapToObj(i -> places.of("q" + i, "python"))
                        .collect(Collectors.toSet());
        assertThat(all).hasSize(CallPlaces.MOST + 1);
        assertThat(places.of("q0", "python")).isEqualTo(first);
        assertThat(places.of("new", "node")).isEqualTo(new CallPlaces.Place("other", "other"));
    }
}
