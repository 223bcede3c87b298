package dev.baton.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.List;

class ShellQuotingTest {

    @Test
    void plain_words_stay_as_they_are() {
        assertThat(ShellQuoting.command(List.of("make", "-j4", "CC=gcc", "a/b.txt")))
                .isEqualTo("make -j4 CC=gcc a/b.txt");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "two words",
                "it's",
                "\"quoted\"",
                "$HOME",
                "`id`",
                "$(id)",
                "*",
                "?",
                "[a]",
                "~",
                "a;b",
                "a&&b",
                "a|b",
                ">f",
                "<f",
                "#no",
                "!x",
                "{a,b}",
                "\\",
                "line\nline",
                "tab\t",
                "ünïcödé",
                "'",
                "''",
                "-n",
                "a=b",
                "%s",
                "\u0001"
            })
    void the_shell_reads_exactly_the_argument(String argument) throws Exception {
        String command = ShellQuoting.command(List.of("printf", "%s", argument));
        assertThat(shell(command)).isEqualTo(argument);
    }

    @ParameterizedTest
    @ValueSource(strings = {"if", "for", "while", "FOO=bar", "{", "!", "a b"})
    void no_name_of_a_command_means_anything_to_the_shell(String name) throws Exception {
        var process =
                new ProcessBuilder("sh", "-c", ShellQuoting.command(List.of(name)))
                        .redirectErrorStream(true)
                        .start();
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).as("it is looked for, and not found").isEqualTo(127);
    }

    private static String shell(String command) throws Exception {
        var builder = new ProcessBuilder("sh", "-c", command);
        builder.environment().put("LC_ALL", "C.UTF-8");
        var process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return out;
    }
}
