package dev.baton.protocol.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

class LogLineTest {
    private static final Instant AT = Instant.parse("2026-11-15T23:27:12.123456Z");

    @Test
    void a_line_has_a_time_a_source_and_whatever_was_printed() {
        var line = new LogLine(AT, LogSource.STDERR, true, bytes("so it is"));

        assertThat(written(line))
                .isEqualTo(bytes("2026-11-15T23:27:12.123456Z stderr F so it is\n"));
    }

    @Test
    void what_was_written_is_read_again() {
        var odd = new byte[] {0, (byte) 0xff, '\r', ' ', 'F', 27};
        for (LogSource source : LogSource.values()) {
            for (byte[] text : new byte[][] {odd, {}, bytes(" two  spaces ")}) {
                for (boolean full : new boolean[] {true, false}) {
                    var line = new LogLine(AT, source, full, text);

                    byte[] written = written(line);
                    assertThat(LogLine.read(Arrays.copyOf(written, written.length - 1)))
                            .isEqualTo(line);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "2026-11-15T23:27:12.123456Z",
                "2026-11-15T23:27:12.123456Z stdout",
                "2026-11-15T23:27:12.123456Z stdout F",
                "2026-11-15T23:27:12.123456Z stdout X text",
                "2026-11-15T23:27:12.123456Z nobody F text",
                "2026-13-15T23:27:12.123456Z stdout F text",
                "the time is now, about noon stdout F text"
            })
    void any_other_line_is_left_to_its_reader(String text) {
        assertThat(LogLine.read(bytes(text))).isNull();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] written(LogLine line) {
        var out = new ByteArrayOutputStream();
        line.writeTo(out);
        return out.toByteArray();
    }
}
