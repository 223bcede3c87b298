package dev.baton.runner.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

class SecretMaskTest {
    private static String hide(List<String> secrets, String... pieces) {
        var out = new ByteArrayOutputStream();
        var stream = new MaskedStream(SecretMask.of(secrets), out::write);
        for (String piece : pieces) {
            byte[] bytes = piece.getBytes(StandardCharsets.UTF_8);
            stream.write(bytes, bytes.length);
        }
        stream.end();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void a_secret_is_hidden_wherever_it_stands() {
        assertThat(hide(List.of("hunter2"), "hunter2 is hunter2, not hunter3"))
                .isEqualTo("*** is ***, not hunter3");
    }

    @Test
    void a_secret_that_comes_in_pieces_is_hidden_too() {
        assertThat(hide(List.of("hunter2"), "a hun", "te", "r2 b")).isEqualTo("a *** b");
    }

    @Test
    void what_only_looked_like_a_secret_is_shown_in_the_end() {
        assertThat(hide(List.of("hunter2"), "a hun", "ger")).isEqualTo("a hunger");
        assertThat(hide(List.of("hunter2"), "a hunter")).isEqualTo("a hunter");
    }

    @Test
    void secrets_that_overlap_leave_nothing_of_either() {
        assertThat(hide(List.of("abcdXY", "XYzz"), "-abcdXYzz-")).isEqualTo("-***-");
        assertThat(hide(List.of("abcd", "abcdef"), "abcdef abcdxx")).isEqualTo("*** ***xx");
        assertThat(hide(List.of("aaaa"), "aaaaaa")).isEqualTo("***");
    }

    @Test
    void each_line_of_a_secret_of_several_is_hidden() {
        assertThat(
                        hide(
                                List.of("first line\nsecond line\nx"),
                                "1: first line\n2: second line\n3: x"))
                .isEqualTo("1: ***\n2: ***\n3: x");
    }

    @Test
    void what_is_shorter_than_four_bytes_is_no_secret() {
        assertThat(SecretMask.of(List.of("", "abc")).isEmpty()).isTrue();
    }

    @Test
    void no_cut_shows_what_the_whole_would_hide() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            List<String> secrets = List.of(word(random, 4), word(random, 5), word(random, 7));
            String text = word(random, 60);
            String[] pieces = text.split("(?<=\\G.{%d})".formatted(1 + random.nextInt(9)));
            assertThat(hide(secrets, pieces)).as("seed %d", seed).isEqualTo(hide(secrets, text));
        }
    }

    private static String word(Random random, int length) {
        var word = new StringBuilder();
        for (int i = 0; i < length; i++) {
            word.append((char) ('a' + random.nextInt(2)));
        }
        return word.toString();
    }
}
