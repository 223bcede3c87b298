package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.cli.BatonHome.Ended;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// `baton run` against a `baton up`: as if the command had run here.
class RunIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir private static Path directory;
    private static BatonHome home;
    private static BatonHome.Started up;

    @BeforeAll
    static void start() {
        home = new BatonHome(directory);
        up = home.up("--capacity", "4");
    }

    @AfterAll
    static void stop() {
        up.close();
    }

    @Test
    void it_prints_what_the_command_prints_and_nothing_else() {
        Ended ended = home.run("run", "--no-workspace", "--", "echo", "hello");
        assertThat(ended).isEqualTo(new Ended(0, "hello\n", ""));
    }

    @Test
    void each_stream_gets_its_own_bytes_and_the_exit_status_is_the_commands() {
        Ended ended =
                home.run(
                        "run",
                        "--no-workspace",
                        "--",
                        "sh",
                        "-c",
                        "printf 'no end'; echo oops >&2; exit 7");
        assertThat(ended).isEqualTo(new Ended(7, "no end", "oops\n"));
    }

    @Test
    void the_command_finds_the_files_of_the_current_directory() throws Exception {
        Files.writeString(home.work().resolve("a file"), "content\n");
        Files.createDirectories(home.work().resolve("sub"));
        Files.writeString(home.work().resolve("sub/b"), "below\n");
        assertThat(home.run("run", "--", "cat", "a file", "sub/b"))
                .isEqualTo(new Ended(0, "content\nbelow\n", ""));
        assertThat(home.run("run", "--dir", "sub", "--", "ls")).isEqualTo(new Ended(0, "b\n", ""));
        assertThat(home.run("run", "--no-workspace", "--", "ls")).isEqualTo(new Ended(0, "", ""));
    }

    @Test
    void an_argument_that_begins_with_an_at_sign_is_no_file_of_arguments() throws Exception {
        Files.writeString(home.work().resolve("arguments"), "surprise\n");
        assertThat(home.run("run", "--no-workspace", "--", "echo", "@arguments", "@@x"))
                .isEqualTo(new Ended(0, "@arguments @@x\n", ""));
    }

    @Test
    void what_the_orchestrator_finds_wrong_with_a_job_is_said_once_with_status_2() {
        Ended ended = home.run("run", "--no-workspace", "--tag", "a b", "--name", "", "--", "true");
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err().lines())
                .containsExactly(
                        "baton: name: expected 1 to 200 plain characters, got ''",
                        "baton: requirement.tags[0]: expected 1 to 128 plain characters without spaces, got 'a b'");
        assertThat(home.run("enqueue", "p#f", "--queue", "").status()).isEqualTo(2);
    }

    @Test
    void without_network_a_job_reaches_no_listener_of_its_machine() throws Exception {
        assumeTrue(home.run("runners").out().contains("network=none"));
        try (var listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            String reach = "exec 3<>/dev/tcp/127.0.0.1/%d".formatted(listener.getLocalPort());
            assertThat(
                            home.run(
                                            "run",
                                            "--no-workspace",
                                            "--isolation",
                                            "bubblewrap",
                                            "--",
                                            "bash",
                                            "-c",
                                            reach)
                                    .status())
                    .isZero();
            assertThat(
                            home.run(
                                    "run",
                                    "--no-workspace",
                                    "--no-network",
                                    "--",
                                    "bash",
                                    "-c",
                                    "(" + reach + ") 2>/dev/null || echo unreachable"))
                    .isEqualTo(new Ended(0, "unreachable\n", ""));
        }
    }

    @Test
    void a_secret_reaches_the_command_and_nobody_else() throws Exception {
        try (var started =
                home.start(
                        Map.of("KEY", "hunter2-hunter2"),
                        "run",
                        "--no-workspace",
                        "--name",
                        "secretive",
                        "--secret",
                        "KEY",
                        "--env",
                        "PLAIN=1",
                        "--",
                        "sh",
                        "-c",
                        "echo $KEY $PLAIN; test ${#KEY} = 15")) {
            Ended ended = started.await();
            assertThat(ended.status()).isZero();
            assertThat(ended.out()).endsWith(" 1\n").doesNotContain("hunter2");
        }
        String shown = home.run("jobs", "--name", "secretive", "--json").out();
        String job = BatonHome.between(shown, "\"id\" : \"", "\"");
        assertThat(home.run("job", "show", job, "--json").out())
                .contains("secretive")
                .doesNotContain("hunter2");
    }

    @Test
    void a_command_that_takes_too_long_is_ended_with_status_124() {
        Ended ended = home.run("run", "--no-workspace", "--timeout", "1s", "--", "sleep", "4321");
        assertThat(ended.status()).isEqualTo(124);
        assertThat(ended.err()).contains("time limit");
        assertNothingRuns("sleep 4321");
    }

    @Test
    void an_interrupt_cancels_it_and_leaves_no_process() {
        try (var started =
                home.start("run", "--no-workspace", "--", "sh", "-c", "echo on; sleep 4322")) {
            started.awaitOut("on\n");
            started.signal("INT");
            Ended ended = started.await();
            assertThat(ended.status()).isEqualTo(130);
            assertThat(ended.err()).contains("canceling", "canceled");
            assertNothingRuns("sleep 4322");
        }
    }

    @Test
    void a_second_interrupt_leaves_the_job_to_itself() {
        String stubborn = "trap '' TERM; echo on; while :; do sleep 0.1; done";
        try (var started = home.start("run", "--no-workspace", "--", "sh", "-c", stubborn)) {
            started.awaitOut("on\n");
            started.signal("INT");
            started.awaitErr("canceling");
            started.signal("INT");
            Ended ended = started.await();
            assertThat(ended.status()).isEqualTo(130);
            assertThat(ended.err()).contains("left run_", "baton jobs --run run_");
            assertNothingRuns("trap '' TERM; echo on"); // the cancel goes on without us
        }
    }

    @Test
    void a_reader_that_goes_away_ends_the_job() throws Exception {
        try (var started =
                home.start(
                        "run",
                        "--no-workspace",
                        "--",
                        "sh",
                        "-c",
                        "echo on; sleep 0.5; yes 4323")) {
            started.awaitOut("on\n");
            started.closeOut();
            assertThat(started.await().status()).isEqualTo(141);
            assertNothingRuns("yes 4323");
        }
    }

    @Test
    void it_says_when_no_runner_fits_and_goes_on_waiting() {
        try (var started =
                home.start("run", "--no-workspace", "--tag", "no-such-thing", "--", "true")) {
            started.awaitErr("no runner offers no-such-thing");
            started.signal("INT");
            assertThat(started.await().status()).isEqualTo(130);
        }
    }

    @Test
    void a_failed_attempt_is_announced_and_the_next_one_followed() {
        Ended ended =
                home.run(
                        "run",
                        "--no-workspace",
                        "--retries",
                        "1",
                        "--",
                        "sh",
                        "-c",
                        "echo attempt $BATON_ATTEMPT; test $BATON_ATTEMPT = 2");
        assertThat(ended.out()).isEqualTo("attempt 1\nattempt 2\n");
        assertThat(ended.err()).contains("tried again");
        assertThat(ended.status()).isZero();
    }

    @Test
    void a_file_of_jobs_ends_with_a_table_and_says_which_one_failed() throws Exception {
        Files.writeString(
                home.work().resolve("baton.yaml"),
                """
                jobs:
                  build: {steps: [echo building]}
                  test:
                    needs: build
                    matrix: {n: [1, 2]}
                    steps: ['echo testing {matrix.n}', 'test {matrix.n} = 1']
                  deploy: {needs: test, steps: [echo deploying]}
                """);
        Ended ended = home.run("run", "-f", "baton.yaml");
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.out().lines())
                .contains("build    | building", "test (1) | testing 1", "test (2) | testing 2")
                .noneMatch(line -> line.contains("deploying"));
        assertThat(ended.err())
                .contains("The last lines of test (2):")
                .containsPattern("test \\(1\\) +SUCCEEDED +0")
                .containsPattern("test \\(2\\) +FAILED +1")
                .containsPattern("deploy +CANCELED.*which it needs")
                .contains("2 of 4 jobs succeeded");
    }

    @Test
    void a_wrong_token_is_said_in_plain_words() {
        Ended ended = home.run("run", "--no-workspace", "--token", "nonsense", "--", "true");
        assertThat(ended.status()).isEqualTo(125);
        assertThat(ended.err()).contains("does not know this token");
    }

    @Test
    void what_is_left_to_itself_can_be_listed_shown_followed_and_repeated() {
        Ended detached =
                home.run(
                        "run",
                        "--no-workspace",
                        "--detach",
                        "--name",
                        "later",
                        "--",
                        "echo",
                        "done");
        assertThat(detached.out()).matches("run_\\d+\njob_\\d+ later\n");
        String run = detached.out().lines().toList().getFirst();
        String job = BatonHome.between(detached.out(), "\n", " ");
        assertThat(home.run("job", "logs", "-f", job).out()).isEqualTo("done\n");
        assertThat(home.run("job", "logs", job).out()).isEqualTo("done\n");
        assertThat(home.run("job", "logs", "--raw", job).out()).startsWith("#baton-log 1\n");
        assertThat(home.run("jobs", "--run", run, "--json").out()).contains("\"jobs\" : [", job);
        assertThat(home.run("jobs").out()).contains("JOB", job, "later", "SUCCEEDED");
        assertThat(home.run("job", "show", job).out()).contains("SUCCEEDED", "later");
        assertThat(home.run("job", "audit", job).out())
                .contains("SUBMITTED", "GRANTED", "FINISHED");
        assertThat(home.run("runs").out()).contains(run);
        assertThat(home.run("runners").out()).contains("connected", "os=linux");
        assertThat(home.run("job", "cancel", job).err()).contains("over");
        String again = home.run("job", "retry", job).out().strip();
        assertThat(again).startsWith("job_").isNotEqualTo(job);
        assertThat(home.run("job", "logs", "-f", again).out()).isEqualTo("done\n");
        assertThat(home.run("job", "show", "job_999999").err()).contains("does not exist");
    }

    private static void assertNothingRuns(String command) {
        await().atMost(SOON)
                .until(
                        () ->
                                ProcessHandle.allProcesses()
                                        .filter(p -> p.pid() != ProcessHandle.current().pid())
                                        .filter(
                                                p ->
                                                        !p.info()
                                                                .command()
                                                                .orElse("")
                                                                .endsWith("/java"))
                                        .noneMatch(
                                                p ->
                                                        p.info()
                                                                .commandLine()
                                                                .orElse("")
                                                                .contains(command)));
    }
}
