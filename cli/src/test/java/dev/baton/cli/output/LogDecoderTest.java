package dev.baton.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.protocol.log.LogLine;
import dev.baton.protocol.log.LogSource;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;

class LogDecoderTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Screen screen = new Screen(out, err, Terminal.NONE);
    private final RunnerWords words = new RunnerWords(screen, false);
    private final LogDecoder decoder = new LogDecoder(new PassedThrough(screen, words));

    @Test
    void each_stream_gets_its_own_bytes_whatever_the_pieces() throws IOException {
        byte[] log =
                log(
                        line(LogSource.BATON, true, "step 1/1 started: x"),
                        line(LogSource.STDOUT, false, "one "),
                        line(LogSource.STDERR, true, "oops"),
                        line(LogSource.STDOUT, true, "line"),
                        line(LogSource.STDOUT, true, ""),
                        line(LogSource.STDOUT, false, "no end"));
        var random = new Random(7);
        for (int round = 0; round < 50; round++) {
            out.reset();
            err.reset();
            var again = new LogDecoder(new PassedThrough(screen, words));
            for (int from = 0; from < log.length; ) {
                int length = Math.min(log.length - from, 1 + random.nextInt(20));
                again.accept(Arrays.copyOfRange(log, from, from + length), length);
                from += length;
            }
            again.end();
            assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("one line\n\nno end");
            assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("oops\n");
        }
    }

    @Test
    void bytes_that_are_no_text_come_through() throws IOException {
        var bytes = new byte[] {0, (byte) 0xff, (byte) 0xc3, '\r', 27};
        accept(log(new LogLine(Instant.EPOCH, LogSource.STDOUT, false, bytes)));
        decoder.end();
        assertThat(out.toByteArray()).isEqualTo(bytes);
    }

    @Test
    void a_log_without_our_header_is_passed_on_as_it_is() throws IOException {
        for (String plain : new String[] {"", "#", "#baton-log", "#baton-log 2\nx\n", "hello\n"}) {
            out.reset();
            var one = new LogDecoder(new PassedThrough(screen, words));
            one.accept(plain.getBytes(StandardCharsets.UTF_8), plain.length());
            one.end();
            assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(plain);
        }
    }

    @Test
    void a_line_that_is_none_is_shown_rather_than_lost() throws IOException {
        accept((LogLine.HEADER + "\nnonsense\n").getBytes(StandardCharsets.UTF_8));
        accept("x".repeat(100_000).getBytes(StandardCharsets.UTF_8));
        decoder.end();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("nonsense\n" + "x".repeat(100_000));
    }

    @Test
    void a_line_that_was_cut_off_is_shown_as_far_as_it_got() throws IOException {
        byte[] log = log(line(LogSource.STDOUT, true, "all of it"));
        accept(Arrays.copyOf(log, log.length - 4)); // without "it" and the newline
        decoder.end();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("all of");
    }

    @Test
    void the_words_of_the_runner_are_kept_until_they_are_wanted() throws IOException {
        accept(log(line(LogSource.BATON, true, "step 1/1 started: x")));
        assertThat(err.size()).isZero();
        words.show();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("step 1/1 started: x\n");
    }

    @Test
    void among_several_jobs_each_line_has_the_name_of_its_job() throws IOException {
        var prefixed = new Prefixed(screen, "test | ", false);
        var one = new LogDecoder(prefixed);
        byte[] log =
                log(
                        line(LogSource.STDOUT, false, "a "),
                        line(LogSource.STDERR, true, "e"),
                        line(LogSource.STDOUT, true, "b"),
                        line(LogSource.BATON, true, "step 1/1 ended: exit 0"),
                        line(LogSource.STDOUT, false, "rest"));
        one.accept(log, log.length);
        one.end();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("test | a b\ntest | rest\n");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("test | e\n");
        assertThat(prefixed.lastLines()).contains("a b", "rest", "step 1/1 ended: exit 0");
    }

    private void accept(byte[] bytes) throws IOException {
        decoder.accept(bytes, bytes.length);
    }

    private static LogLine line(LogSource source, boolean full, String text) {
        return new LogLine(Instant.EPOCH, source, full, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] log(LogLine... lines) {
        var log = new ByteArrayOutputStream();
        log.writeBytes((LogLine.HEADER + "\n").getBytes(StandardCharsets.UTF_8));
        for (LogLine line : lines) {
            line.writeTo(log);
        }
        return log.toByteArray();
    }
}
