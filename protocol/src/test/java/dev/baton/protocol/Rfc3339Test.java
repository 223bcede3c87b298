package dev.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.util.Random;

class Rfc3339Test {
    @ParameterizedTest
    @CsvSource({
        "2026-01-04T08:00:20Z, 2026-01-04T08:00:20Z",
        "2026-01-04t08:00:20z, 2026-01-04T08:00:20Z",
        "2026-01-04 08:00:20Z, 2026-01-04T08:00:20Z",
        "2026-01-04T08:00:20.5Z, 2026-01-04T08:00:20.5Z",
        "2026-01-04T08:00:20.123456789999Z, 2026-01-04T08:00:20.123456789Z",
        "2026-01-04T08:00:20+01:30, 2026-01-04T06:30:20Z",
        "2026-01-04T08:00:20.25-23:59, 2026-01-05T07:59:20.25Z",
        "2024-02-29T00:00:00Z, 2024-02-29T00:00:00Z",
        "2016-12-31T23:59:60Z, 2016-12-31T23:59:59Z",
        "0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z, 9999-12-31T23:59:59Z"
    })
    void a_time_is_read_as_rfc_3339_has_it(String text, Instant expected) {
        assertThat(Rfc3339.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2026-01-04",
                "2026-01-04T08:00:20",
                "2026-01-04T08:00Z",
                "2026-1-04T08:00:200Z",
                "2026-13-04T08:00:20Z",
                "2026-02-29T08:00:20Z",
                "2026-01-04T24:00:20Z",
                "2026-01-04T08:60:20Z",
                "2026-01-04T08:00:61Z",
                "2026-01-04T08:00:20.Z",
                "2026-01-04T08:00:20,5Z",
                "2026-01-04T08:00:20+0130",
                "2026-01-04T08:00:20+01:60",
                "2026-01-04T08:00:20Zulu",
                "+2026-01-04T08:00:20Z",
                "2026-01-04T08:00:2\u0661Z",
                "2026-01-04T08:00:20.0000000000000000000000000000001Z"
            })
    void anything_else_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rfc3339.parse(text))
                .withMessageStartingWith("expected a time such as 2026-01-04T08:00:20Z, got '");
    }

    @Test
    void what_java_writes_is_read_back() {
        var random = new Random(7);
        for (int i = 0; i < 1_000; i++) {
            var time =
                    Instant.ofEpochSecond(
                            random.nextLong(4_000_000_000L), random.nextInt(1_000_000_000));
            assertThat(Rfc3339.parse(time.toString())).isEqualTo(time);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000-01-01T00:00:00Z",
                "-0001-12-31T23:59:59.999Z",
                "1969-12-31T23:59:59.999999999Z",
                "1970-01-01T00:00:00Z",
                "2026-01-04T08:00:20.100Z",
                "2026-01-04T08:00:20.000001Z",
                "2026-01-04T08:00:20.000000001Z",
                "2028-02-29T23:59:59.120Z",
                "9999-12-31T23:59:59.999999999Z",
                "+10000-01-01T00:00:00Z"
            })
    void times_are_written_as_java_writes_them(String text) {
        assertThat(Rfc3339.text(Instant.parse(text))).isEqualTo(text);
    }

    @Test
    void any_time_is_written_as_java_writes_it() {
        var random = new Random(8);
        int[] steps = {1, 1_000, 1_000_000, 1_000_000_000};
        for (int i = 0; i < 10_000; i++) {
            int step = steps[i % steps.length];
            var time =
                    Instant.ofEpochSecond(
                            random.nextLong(-62_167_219_200L, 253_402_300_800L),
                            random.nextInt(1_000_000_000 / step) * (long) step);
            assertThat(Rfc3339.text(time)).isEqualTo(time.toString());
        }
    }
}
