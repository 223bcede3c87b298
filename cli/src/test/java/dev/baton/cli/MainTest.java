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
    void a_mistyped_option_gets_the_nearest_one_and_no_page_of_help() {
        assertThat(baton.execute("run", "--timout", "3s", "--", "true")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "baton: unknown option '--timout'; did you mean --timeout?",
                        "`baton run --help` shows what it takes");
    }

    @Test
    void a_mistyped_command_gets_the_nearest_one() {
        assertThat(baton.execute("job", "shwo", "job_1")).isEqualTo(2);
        assertThat(err.toString()).startsWith("baton: unknown command 'shwo'; did you mean show?");
    }

    @Test
    void a_run_file_that_is_not_there_is_said_without_the_names_of_exceptions() {
        assertThat(baton.execute("run", "-f", "none.yaml")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualTo("baton: none.yaml: cannot be read: there is no such file\n");
        assertThat(baton.execute("runner", "--token-file", "none")).isEqualTo(2);
        assertThat(err.toString())
                .contains("runner.token_file: 'none' cannot be read: there is no such file");
    }

    @Test
    void without_a_command_it_asks_for_one() {
        assertThat(baton.execute()).isEqualTo(2);
        assertThat(err.toString()).startsWith("baton: which command?");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void every_command_explains_itself_with_an_example() {
        for (CommandLine verb : baton.getSubcommands().values()) {
            assertThat(verb.getUsageMessage())
                    .as(verb.getCommandName())
                    .contains("Example", "baton " + verb.getCommandName());
        }
    }

    @Test
    void what_follows_the_command_belongs_to_it() {
        assertThat(baton.execute("run", "-f", "none.yaml", "--", "x")).isEqualTo(2);
        assertThat(err.toString()).contains("a file or a command?");
    }

    @Test
    void a_run_file_and_options_of_a_job_contradict_each_other() {
        assertThat(baton.execute("run", "-f", "none.yaml", "--env", "A=1")).isEqualTo(2);
        assertThat(err.toString()).contains("belong into the file");
    }

    @Test
    void bad_options_of_a_job_are_all_said_and_values_of_variables_never() {
        assertThat(
                        baton.execute(
                                "run",
                                "--no-workspace",
                                "--timeout",
                                "soon",
                                "--retries",
                                "-1",
                                "--artifact",
                                "junit",
                                "--cache",
                                "x",
                                "--env",
                                "SURELY_NOT_SET",
                                "--secret",
                                "KEY=hunter2",
                                "true"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("--timeout:", "--retries:", "--artifact:", "--cache:", "SURELY_NOT_SET")
                .doesNotContain("hunter2");
    }

    @Test
    void no_network_needs_a_box() {
        assertThat(
                        baton.execute(
                                "run",
                                "--no-workspace",
                                "--isolation",
                                "none",
                                "--no-network",
                                "--gate",
                                "deploy",
                                "--",
                                "true"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "--no-network: expected --isolation bubblewrap",
                        "--gate: expected KEY=LIMIT such as deploy=1, got 'deploy'");
    }

    @Test
    void a_workspace_is_of_one_kind() {
        assertThat(baton.execute("run", "--no-workspace", "--git", "u", "--commit", "c", "x"))
                .isEqualTo(2);
        assertThat(baton.execute("run", "--git", "u", "x")).isEqualTo(2);
        assertThat(baton.execute("run", "--dir", "no-such-directory", "x")).isEqualTo(2);
        assertThat(err.toString())
                .contains("got several", "--commit COMMIT together", "is not a directory");
    }

    @Test
    void a_schedule_runs_one_thing_at_times_that_exist() {
        assertThat(baton.execute("schedule")).isEqualTo(2);
        assertThat(baton.execute("schedule", "add", "n", "--cron", "@daily")).isEqualTo(2);
        assertThat(baton.execute("schedule", "add", "n", "--cron", "@daily", "-f", "x", "--", "y"))
                .isEqualTo(2);
        assertThat(
                        baton.execute(
                                "schedule",
                                "add",
                                "n",
                                "--cron",
                                "61 * * * *",
                                "--zone",
                                "Europe/Belrin",
                                "--",
                                "true"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "add, show, pause, resume, fire or remove?",
                        "expected one of -- COMMAND, -f FILE and --call FUNCTION",
                        "baton: --cron: expected 0 to 59 for the minute, got '61' at character 1",
                        "baton: --zone: expected a time zone",
                        "did you mean Europe/Berlin?");
    }

    @Test
    void dead_letters_are_named_or_all_of_them() {
        assertThat(baton.execute("dead-letters", "requeue")).isEqualTo(2);
        assertThat(baton.execute("dead-letters", "discard", "job_1", "--all")).isEqualTo(2);
        assertThat(baton.execute("dead-letters", "requeue", "job_1", "--queue", "mail"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("which ones? name jobs, or say --all", "jobs by their names, or --all?");
    }

    @Test
    void completion_knows_every_command() {
        assertThat(baton.execute("completion")).isZero();
        assertThat(out.toString())
                .contains("complete -F")
                .contains("runners")
                .contains("--isolation");
    }
}
