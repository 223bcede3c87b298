package dev.baton.workspace.glob;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class PathPatternTest {
    private static boolean matches(String pattern, String path) {
        return PathPattern.parse(pattern).matches(List.of(path.split("/", -1)));
    }

    @ParameterizedTest
    @CsvSource({
        "a, a",
        "*, anything",
        "*.java, Main.java",
        "a*c, abbbc",
        "a*c, ac",
        "*a*b*, xxaxxbxx",
        "?b, ab",
        "[abc]x, bx",
        "[a-c]x, cx",
        "[!a-c]x, dx",
        "[^a-c]x, dx",
        "[]x]y, ]y",
        "[a-]y, -y",
        "[[:digit:]]x, 7x",
        "[[:alpha:]_]x, _x",
        "[abc, [abc",
        "'\\*', *",
        "'\\[a]', [a]",
        "a/b, a/b",
        "**/b, b",
        "**/b, a/x/b",
        "a/**, a/b/c",
        "a/**/b, a/b",
        "a/**/b, a/x/y/b",
        "**/a/**/b/*.c, x/a/y/b/z.c",
        "**/**/x, x",
        "a**b, axxb",
        "𝒳?, 𝒳𝒴",
    })
    void these_match(String pattern, String path) {
        assertThat(matches(pattern, path)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "a, b",
        "a, a/b",
        "*, a/b",
        "*.java, Main.class",
        "a*c, acx",
        "?b, b",
        "[abc]x, dx",
        "[!a-c]x, ax",
        "'\\*', x",
        "a/**, a",
        "**/b, b/c",
        "a/**/b, a/x",
        "a/*/b, a/b",
        "a**b, a/b",
    })
    void these_do_not(String pattern, String path) {
        assertThat(matches(pattern, path)).isFalse();
    }

    @Test
    @Timeout(10)
    void no_pattern_makes_anyone_wait() {
        assertThat(matches("*a".repeat(200) + "b", "a".repeat(4000))).isFalse();
        assertThat(matches("**/a/".repeat(60) + "b", "a/".repeat(200) + "a")).isFalse();
    }

    @Test
    void a_directory_is_worth_a_look_only_if_something_below_it_may_match() {
        var pattern = PathPattern.parse("a/*/c/**");
        assertThat(pattern.mayMatchBelow(List.of())).isTrue();
        assertThat(pattern.mayMatchBelow(List.of("a"))).isTrue();
        assertThat(pattern.mayMatchBelow(List.of("a", "x"))).isTrue();
        assertThat(pattern.mayMatchBelow(List.of("a", "x", "c", "d"))).isTrue();
        assertThat(pattern.mayMatchBelow(List.of("b"))).isFalse();
        assertThat(pattern.mayMatchBelow(List.of("a", "x", "d"))).isFalse();
        assertThat(PathPattern.parse("a/b").mayMatchBelow(List.of("a", "b"))).isFalse();
    }
}
