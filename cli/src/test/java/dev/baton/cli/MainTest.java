package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine baton =
            Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @Test
    void help_is_an_answer_and_not_an_error() {
        assertThat(baton.execute("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: baton").contains("Exit codes:");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void the_version_names_the_program() {
        assertThat(baton.execute("--version")).isZero();
        assertThat(out.toString()).startsWith("baton ");
    }

    @Test
    void arguments_that_make_no_sense_end_with_status_2_and_say_why() {
        assertThat(baton.execute("--no-such-option")).isEqualTo(2);
        assertThat(err.toString()).contains("--no-such-option");
    }

    @Test
    void without_a_command_it_asks_for_one() {
        assertThat(baton.execute()).isEqualTo(2);
        assertThat(err.toString()).startsWith("which command?");
        assertThat(out.toString()).isEmpty();
    }
}
