package dev.baton.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/// A path that ends with `/` is a directory here.
class IgnoreFileTest {
    private static boolean leavesOut(String patterns, String path) {
        boolean directory = path.endsWith("/");
        String plain = directory ? path.substring(0, path.length() - 1) : path;
        return IgnoreFile.parse(patterns.replace('|', '\n'))
                .leavesOut(List.of(plain.split("/", -1)), directory)
                .orElse(false);
    }

    @ParameterizedTest
    @CsvSource({
        "x, x",
        "x, a/b/x",
        "x, a/x/",
        "x/, a/x/",
        "/x, x",
        "a/b, a/b",
        "/a/*, a/b",
        "**/x, a/b/x",
        "a/**, a/b/c",
        "a/**/b, a/x/y/b",
        "*.log, a/b.log",
        "*.log|!keep.log, other.log",
        "!x|x, x",
        "'\\!x', !x",
        "'\\#x', #x",
        "'x\\ ', 'x '",
        "'x  ', x",
        "[ab].txt, a.txt",
        "foo?, foo1",
        "a\\*b, a*b",
    })
    void these_are_left_out(String patterns, String path) {
        assertThat(leavesOut(patterns, path)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "x/, x",
        "/x, a/x",
        "a/b, c/a/b",
        "a/*, a/b/c",
        "*.log|!keep.log, keep.log",
        "x|!x, x",
        "'#x', #x",
        "'', x",
        "/, x",
        "a/**, a/",
        "foo?, foo",
    })
    void these_are_kept(String patterns, String path) {
        assertThat(leavesOut(patterns, path)).isFalse();
    }

    @Test
    void a_file_written_on_windows_means_the_same() {
        assertThat(IgnoreFile.parse("a\r\nb\r\n").leavesOut(List.of("a"), false)).contains(true);
    }
}
