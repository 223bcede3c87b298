package dev.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

class LineFramerTest {
    private static final int MOST = LineFramer.MOST_LINE_BYTES;

    private final Lines lines = new Lines();
    private final LineFramer framer = new LineFramer(lines);

    @ParameterizedTest
    @ValueSource(ints = {1 << 10, (1 << 16) - 1, 1 << 20, 3 << 20})
    void a_line_that_is_too_long_is_cut_and_counted_and_the_next_is_whole(int chunk) {
        feed("a".repeat(3 * MOST) + "\nnext\n", chunk);
        assertThat(lines.text()).isEqualTo("a".repeat(MOST) + "\nnext\n");
        assertThat(framer.linesCut()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1 << 10, (1 << 16) - 1, 1 << 20, 3 << 20})
    void a_line_of_the_greatest_length_is_whole(int chunk) {
        String longest = "a".repeat(MOST - 1) + "\n";
        feed(longest + "b" + longest, chunk);
        assertThat(lines.text()).isEqualTo(longest + "b" + longest);
        assertThat(framer.linesCut()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1 << 10, 1 << 20, 3 << 20})
    void a_message_that_is_too_long_is_output(int chunk) {
        feed("~{\"type\":\"" + "a".repeat(MOST) + "\"}\n~{\"type\":\"b\"}\n", chunk);
        assertThat(lines.messages()).isEqualTo("~{\"type\":\"b\"}|");
        assertThat(framer.linesCut()).isEqualTo(1);
    }

    @Test
    void a_line_that_never_ends_is_not_kept() {
        byte[] chunk = "0123456789abcdef".repeat(1 << 12).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 1_600; i++) {
            framer.feed(chunk, 0, chunk.length);
        }
        framer.end();
        assertThat(lines.text()).hasSize(MOST);
        assertThat(framer.linesCut()).isEqualTo(1);
    }

    @Test
    void what_is_left_of_a_long_line_at_the_end_is_not_output() {
        feed("a".repeat(MOST + 1), MOST);
        assertThat(lines.text()).isEqualTo("a".repeat(MOST));
    }

    /// The framer against the plain way to do it, on lines that are made to be confusing.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void any_bytes_in_any_chunks_come_out_as_if_they_had_been_split_at_once(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = new byte[random.nextInt(60)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) "~{}\r\n\n\n\"a\u00C3\u00A9\u00FF".charAt(random.nextInt(12));
            }
            var cut = new Lines();
            var cutting = new LineFramer(cut);
            for (int from = 0; from < bytes.length; ) {
                int to = Math.min(bytes.length, from + 1 + random.nextInt(9));
                cutting.feed(bytes, from, to);
                from = to;
            }
            cutting.end();
            var plain = plainly(bytes);
            assertThat(cut.text()).isEqualTo(plain.text());
            assertThat(cut.messages()).isEqualTo(plain.messages());
        }
    }

    private static Lines plainly(byte[] bytes) {
        var lines = new Lines();
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                byte[] line = Arrays.copyOfRange(bytes, start, i + 1);
                String shown = new String(line, StandardCharsets.UTF_8);
                if (shown.matches("(?s)~\\{.*}\r?\n")) {
                    lines.message(line, 0, line.length - (shown.endsWith("\r\n") ? 2 : 1));
                } else {
                    byte[] valid = shown.getBytes(StandardCharsets.UTF_8);
                    lines.text(valid, 0, valid.length);
                }
                start = i + 1;
            }
        }
        byte[] rest =
                new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8)
                        .getBytes(StandardCharsets.UTF_8);
        lines.text(rest, 0, rest.length);
        return lines;
    }

    private void feed(String text, int chunk) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int from = 0; from < bytes.length; from += chunk) {
            framer.feed(bytes, from, Math.min(bytes.length, from + chunk));
        }
        framer.end();
    }

    /// Takes every line that may be a message for one.
    private static final class Lines implements LineFramer.Sink {
        private final ByteArrayOutputStream text = new ByteArrayOutputStream();
        private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

        @Override
        public void text(byte[] bytes, int from, int to) {
            text.write(bytes, from, to - from);
        }

        @Override
        public boolean message(byte[] bytes, int from, int to) {
            messages.write(bytes, from, to - from);
            messages.write('|');
            return true;
        }

        String text() {
            return text.toString(StandardCharsets.UTF_8);
        }

        String messages() {
            return messages.toString(StandardCharsets.ISO_8859_1);
        }
    }
}
