package dev.baton.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;

class CommandsIT extends SandboxTestBase {
    private final Recorder output = new Recorder();

    @Test
    void a_command_runs_and_says_how_it_ended() throws Exception {
        try (Box box = open("a")) {
            assertThat(exit(box.start(List.of("true"), ".", output))).isEqualTo(new Exit(0));
            assertThat(exit(box.start(List.of("false"), ".", output)).isSuccess()).isFalse();
            assertThat(exit(shell(box, "exit 42", output))).isEqualTo(new Exit(42));
        }
    }

    @Test
    void a_signal_that_ended_a_command_is_told_as_a_shell_does() throws Exception {
        try (Box box = open("a")) {
            assertThat(exit(shell(box, "kill -9 $$", output))).isEqualTo(new Exit(137));
        }
    }

    @Test
    void what_it_prints_is_kept_apart_by_source() throws Exception {
        try (Box box = open("a")) {
            exit(shell(box, "echo out; echo err >&2", output));
        }
        assertThat(output.stdout()).isEqualTo("out\n");
        assertThat(output.stderr()).isEqualTo("err\n");
    }

    @Test
    void a_command_gets_the_environment_that_was_given_and_nothing_else() throws Exception {
        Map<String, String> environment = Map.of("PATH", PATH, "GREETING", "grüße = x");
        try (Box box = sandbox.open(new BoxPlan("a", temporary, environment, Isolation.PROCESS))) {
            exit(box.start(List.of("env"), ".", output));
        }
        assertThat(output.stdout().lines().filter(line -> !line.startsWith("BATON_BOX=")))
                .containsExactlyInAnyOrder("PATH=" + PATH, "GREETING=grüße = x");
    }

    @Test
    void a_command_reads_nothing_and_holds_nothing_of_ours() throws Exception {
        try (Box box = open("a")) {
            exit(shell(box, "cat; ls /proc/$$/fd", output));
        }
        assertThat(output.stdout().lines()).contains("0", "1", "2").hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void a_command_leads_a_session_of_its_own() throws Exception {
        try (Box box = open("a")) {
            Running running = box.start(List.of("sleep", "60"), ".", output);
            ProcessEntry process = ProcessEntry.read((int) running.pid()).orElseThrow();
            assertThat(process.session()).isEqualTo(process.pid());
        }
    }

    @Test
    void a_command_runs_in_its_workdir() throws Exception {
        try (Box box = open("a")) {
            Path directory = temporary.resolve("boxes/a").toRealPath();
            Files.createDirectories(directory.resolve("deep/down"));
            exit(box.start(List.of("pwd"), "deep/down", output));
            exit(box.start(List.of("pwd"), directory.toString(), output));
            assertThat(output.stdout().lines())
                    .containsExactly(directory + "/deep/down", directory.toString());
        }
    }

    @Test
    void a_command_that_there_is_none_of_ends_with_127() throws Exception {
        try (Box box = open("a")) {
            assertThat(exit(box.start(List.of("no-such-thing"), ".", output)))
                    .isEqualTo(new Exit(127));
            assertThat(exit(box.start(List.of("./missing"), ".", output))).isEqualTo(new Exit(127));
        }
        assertThat(output.stderr().lines())
                .containsExactly(
                        "no-such-thing: command not found", "./missing: command not found");
    }

    @Test
    void a_command_that_cannot_be_executed_ends_with_126() throws Exception {
        try (Box box = open("a")) {
            Files.writeString(temporary.resolve("boxes/a/plain"), "echo");
            assertThat(exit(box.start(List.of("./plain"), ".", output))).isEqualTo(new Exit(126));
            assertThat(exit(box.start(List.of("/usr"), ".", output))).isEqualTo(new Exit(126));
        }
    }

    @Test
    void a_script_that_names_no_interpreter_is_run_by_the_shell() throws Exception {
        try (Box box = open("a")) {
            Path script = Files.writeString(temporary.resolve("boxes/a/script"), "echo \"$1\"\n");
            assertThat(script.toFile().setExecutable(true)).isTrue();
            assertThat(exit(box.start(List.of("./script", "a b"), ".", output)).isSuccess())
                    .isTrue();
        }
        assertThat(output.stdout()).isEqualTo("a b\n");
    }

    @Test
    void a_program_is_looked_for_in_the_path_of_the_box() throws Exception {
        Path bin = Files.createDirectory(temporary.resolve("bin"));
        Path tool = Files.writeString(bin.resolve("tool"), "#!/bin/sh\necho here\n");
        assertThat(tool.toFile().setExecutable(true)).isTrue();
        Map<String, String> environment = Map.of("PATH", "/nowhere:" + bin);
        try (Box box = sandbox.open(new BoxPlan("a", temporary, environment, Isolation.PROCESS))) {
            exit(box.start(List.of("tool"), ".", output));
        }
        assertThat(output.stdout()).isEqualTo("here\n");
    }

    @Test
    void what_cannot_be_a_command_is_refused_with_the_reason() {
        try (Box box = open("a")) {
            refused(box, List.of(), ".", "begins with the name of a program");
            refused(box, List.of(""), ".", "begins with the name of a program");
            refused(box, List.of("echo", "a\0b"), ".", "word 2 of the command contains NUL");
            refused(box, List.of("true"), "missing", "'missing' is no directory");
            refused(box, List.of("true"), "../b", "leads out of the directory");
            refused(box, List.of("true"), "x/../../..", "leads out of the directory");
            refused(box, List.of("true"), "a\0b", "is no path");
        }
    }

    @Test
    void a_list_of_arguments_that_is_too_long_is_refused() {
        try (Box box = open("a")) {
            List<String> huge = Collections.nCopies(500_000, "/bin/echo");
            refused(box, huge, ".", "longer than this machine takes (500000 words)");
        }
    }

    @Test
    void an_environment_that_cannot_be_is_refused_and_no_value_is_shown() {
        for (String name : List.of("", "A=B", "A\0")) {
            Map<String, String> environment = Map.of(name, "s3cret");
            assertThatThrownBy(
                            () ->
                                    sandbox.open(
                                            new BoxPlan(
                                                    "a",
                                                    temporary,
                                                    environment,
                                                    Isolation.PROCESS)))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("name of a variable")
                    .hasMessageNotContaining("s3cret");
        }
        BoxPlan plan = new BoxPlan("a", temporary, Map.of("A", "s3cret\0"), Isolation.PROCESS);
        assertThatThrownBy(() -> sandbox.open(plan))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("variable A contains NUL")
                .hasMessageNotContaining("s3cret");
        assertThat(plan.toString()).doesNotContain("s3cret");
    }

    @Test
    void a_box_has_a_name_that_can_be_a_file() {
        for (String name : List.of("", "a/b", "..", "a b", "ä", "x".repeat(129), "a\n")) {
            assertThatThrownBy(
                            () ->
                                    sandbox.open(
                                            new BoxPlan(
                                                    name, temporary, Map.of(), Isolation.PROCESS)))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("the name of a box");
        }
    }

    @Test
    void two_boxes_of_one_name_are_not_open_at_once() {
        try (Box _ = open("a")) {
            assertThatThrownBy(() -> open("a"))
                    .isInstanceOf(SandboxException.class)
                    .hasMessage("box a is open already");
        }
        open("a").close();
    }

    @Test
    void a_box_needs_a_directory() {
        assertThatThrownBy(
                        () ->
                                sandbox.open(
                                        new BoxPlan(
                                                "a",
                                                temporary.resolve("missing"),
                                                Map.of(),
                                                Isolation.PROCESS)))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("cannot use the directory");
    }

    @Test
    void nothing_is_started_in_a_box_that_was_closed() {
        Box box = open("a");
        box.close();
        box.close();
        refused(box, List.of("true"), ".", "box a is closed");
    }

    @Test
    void one_directory_of_state_is_for_one_sandbox() {
        assertThatThrownBy(() -> ProcessSandbox.start(temporary.resolve("state")))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("another sandbox uses the directory");
    }

    @Test
    void no_descriptor_is_left_open() throws Exception {
        try (Box box = open("warm")) {
            exit(box.start(List.of("true"), ".", output));
        }
        long before = descriptors();
        for (int i = 0; i < 20; i++) {
            try (Box box = open("a")) {
                exit(box.start(List.of("true"), ".", output));
                exit(box.start(List.of("no-such-thing"), ".", output));
                refused(box, List.of("true"), "missing", "no directory");
            }
        }
        // Class files and such may come and go; two hundred would not.
        assertThat(descriptors()).isLessThan(before + 10);
    }

    @Test
    void await_gives_nothing_while_the_command_runs() throws Exception {
        try (Box box = open("a")) {
            Running running = box.start(List.of("sleep", "60"), ".", output);
            assertThat(running.await(Duration.ofMillis(20))).isEmpty();
        }
    }

    private static long descriptors() throws IOException {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    private void refused(Box box, List<String> command, String workdir, String reason) {
        assertThatThrownBy(() -> box.start(command, workdir, output))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining(reason);
    }
}
