package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/// `baton start-worker` as a user runs it, with workers in three languages. One of them is our runner.
@Timeout(180)
class StartWorkerIT {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final int JOBS = 10;

    /// What a preempted machine may cost.
    private static final Duration ELSEWHERE = Duration.ofSeconds(2);

    /// It looks five times a second.
    private static final Duration GUARDIAN_WOULD_HAVE_LOOKED = Duration.ofSeconds(1);

    @TempDir private Path directory;
    private BatonHome home;
    private Path config;

    @BeforeEach
    void settle() {
        home = new BatonHome(directory.resolve("home"));
        config = home.work().resolve("worker.toml");
    }

    @ParameterizedTest
    @CsvSource({"python3, worker.py, python", "node, worker.mjs, node"})
    void a_worker_in_another_language_says_hello_and_leaves_when_it_is_told_to(
            String program, String script, String language) throws IOException {
        Path example = ProjectFiles.ofThisProject().root().resolve("examples/workers/" + script);
        Files.writeString(config, "worker.command = [\"%s\", \"%s\"]".formatted(program, example));
        try (var supervisor = home.start("start-worker", "worker.toml")) {
            supervisor.awaitOut(language + " worker is up");
            await().atMost(LONGEST)
                    .until(
                            () ->
                                    home.run("start-worker", "status", "worker.toml")
                                            .out()
                                            .contains("graceful-termination log"));

            supervisor.signal("TERM");
            var ended = supervisor.await();
            assertThat(ended.status()).isZero();
            assertThat(ended.out()).contains(language + " worker counted to");
        }
        assertThat(home.run("start-worker", "status", "worker.toml").err())
                .contains("nothing runs");
    }

    @Test
    void the_jobs_of_a_preempted_machine_are_running_elsewhere_within_two_seconds()
            throws IOException {
        Path server = Files.createDirectories(directory.resolve("server"));
        try (var orchestrator = ServerProcess.start(server);
                var doomed = startRunner(orchestrator, "doomed", JOBS)) {
            Api user = orchestrator.with("user", "someone");
            List<String> jobs =
                    IntStream.range(0, JOBS).mapToObj(_ -> submit(user, "sleep 600")).toList();
            await().atMost(LONGEST).until(() -> running(user, "doomed") == JOBS);
            try (var _ =
                    RunnerProcess.start(orchestrator, directory, "other", "--capacity=" + JOBS)) {
                long told = System.nanoTime();
                Files.createFile(home.work().resolve("going-away"));
                await().atMost(LONGEST)
                        .pollInterval(Duration.ofMillis(20))
                        .until(() -> running(user, "other") == JOBS);
                var took = Duration.ofNanos(System.nanoTime() - told);
                System.out.printf("jobs of a preempted runner ran elsewhere after %s%n", took);
                assertThat(took).isLessThan(ELSEWHERE);

                assertThat(doomed.await().status()).isZero();
                jobs.forEach(user::cancel);
                for (String job : jobs) {
                    user.awaitEvent(job, "FINISHED", 1);
                    assertThat(kinds(user, job))
                            .containsOnlyOnce("FINISHED")
                            .containsSubsequence("GRANTED", "REQUEUED", "GRANTED");
                }
            }
        }
    }

    @Test
    void a_runner_whose_supervisor_was_killed_finishes_and_leaves() throws IOException {
        Path server = Files.createDirectories(directory.resolve("server"));
        Path note = directory.resolve("note");
        try (var orchestrator = ServerProcess.start(server);
                var supervisor = startRunner(orchestrator, "orphan", 1)) {
            Api user = orchestrator.with("user", "someone");
            String job =
                    submit(
                            user,
                            "echo $PPID > %s; while [ ! -e %s.go ]; do sleep 0.05; done"
                                    .formatted(note, note));
            await().atMost(LONGEST).until(() -> Files.exists(note) && Files.size(note) > 0);
            long runner = Long.parseLong(Files.readString(note).strip());

            supervisor.kill();
            await().atMost(LONGEST).during(GUARDIAN_WOULD_HAVE_LOOKED).until(() -> lives(runner));
            Files.createFile(Path.of(note + ".go"));
            user.awaitEvent(job, "FINISHED", 1);

            assertThat(user.status(job)).isEqualTo("SUCCEEDED");
            await().atMost(LONGEST).until(() -> !lives(runner));
        }
    }

    @Test
    void a_token_is_exchanged_while_a_job_runs() throws IOException {
        Path server = Files.createDirectories(directory.resolve("server"));
        Path go = directory.resolve("go");
        try (var orchestrator = ServerProcess.start(server);
                var supervisor = startRunner(orchestrator, "steady", 1)) {
            Api user = orchestrator.with("user", "someone");
            String job =
                    submit(user, "echo up; while [ ! -e %s ]; do sleep 0.05; done".formatted(go));
            await().atMost(LONGEST).until(() -> running(user, "steady") == 1);

            JsonNode fresh = pinnedToken(orchestrator, "steady", "steady-2");
            Files.writeString(token(), fresh.get("token").stringValue());
            supervisor.awaitErr("token was exchanged");
            revoke(orchestrator, "steady-1");
            Files.createFile(go);
            user.awaitEvent(job, "FINISHED", 1);

            assertThat(user.status(job)).isEqualTo("SUCCEEDED");
            assertThat(kinds(user, job)).containsOnlyOnce("GRANTED");
        }
    }

    @Test
    void a_runner_leaves_when_the_orchestrator_is_told_so() throws IOException {
        Path server = Files.createDirectories(directory.resolve("server"));
        try (var orchestrator = ServerProcess.start(server);
                var supervisor = startRunner(orchestrator, "drained", 1)) {
            Api user = orchestrator.with("user", "someone");
            user.post(
                    "/v1/runners/drained/termination",
                    "{\"reason\":\"maintenance\",\"finish_tasks\":true}");
            var ended = supervisor.await();
            assertThat(ended.status()).isZero();
            assertThat(ended.err()).contains("maintenance");
        }
    }

    @Test
    void everything_that_is_wrong_with_a_file_is_said_at_once() throws IOException {
        Files.writeString(
                config,
                """
                worker.comand = ["x"]
                restart.policy = "sometimes"
                termination.grace = "soon"
                """);
        var ended = home.run("start-worker", "worker.toml", "--check-config");
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err())
                .contains(
                        "worker.comand: there is no such key; did you mean command?",
                        "worker.command: expected a program and its arguments",
                        "restart.policy: expected one of always, never, on-failure, got \"sometimes\"",
                        "termination.grace: expected a duration");
    }

    /// A runner under a supervisor, with a token of its own.
    private BatonHome.Started startRunner(ServerProcess orchestrator, String id, int capacity)
            throws IOException {
        Files.writeString(
                token(), pinnedToken(orchestrator, id, id + "-1").get("token").stringValue());
        var command =
                new ArrayList<>(
                        List.of(
                                System.getProperty("java.home") + "/bin/java",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx128m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getenv("BATON_LIB") + "/*",
                                "dev.baton.cli.Main",
                                "runner",
                                "--server=" + orchestrator.address(),
                                "--token-file=" + token(),
                                "--id=" + id,
                                "--capacity=" + capacity,
                                "--data=" + home.root().resolve("runner")));
        Files.writeString(
                config,
                """
                worker.command = [%s]
                notice.file = "going-away"
                notice.interval = "20ms"
                orchestrator.server = "%s"
                orchestrator.token_file = "%s"
                orchestrator.runner_id = "%s"
                """
                        .formatted(
                                String.join(
                                        ", ",
                                        command.stream().map(word -> "'" + word + "'").toList()),
                                orchestrator.address(),
                                token(),
                                id));
        var supervisor = home.start("start-worker", "worker.toml");
        supervisor.awaitOut("Runner " + id + " works for");
        supervisor.awaitErr("worker said hello");
        return supervisor;
    }

    private Path token() {
        return home.work().resolve("runner-token");
    }

    private static JsonNode pinnedToken(ServerProcess orchestrator, String runner, String name) {
        return orchestrator
                .admin()
                .post(
                        "/v1/tokens",
                        "{\"kind\":\"runner\",\"name\":\"%s\",\"runner\":\"%s\"}"
                                .formatted(name, runner))
                .json();
    }

    private static void revoke(ServerProcess orchestrator, String name) {
        for (JsonNode token : orchestrator.admin().get("/v1/tokens").json().path("tokens")) {
            if (token.path("name").asString("").equals(name)) {
                Api admin = orchestrator.admin();
                admin.send(admin.request("/v1/tokens/" + token.path("id").asString("")).DELETE());
            }
        }
    }

    private static long running(Api user, String runner) {
        return StreamSupport.stream(
                        user.get("/v1/jobs?status=RUNNING&runner=" + runner)
                                .json()
                                .path("jobs")
                                .spliterator(),
                        false)
                .count();
    }

    private static boolean lives(long process) {
        return ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
    }

    private static String submit(Api user, String step) {
        return user.post("/v1/runs", "{\"jobs\":[{\"name\":\"job\",\"steps\":[\"" + step + "\"]}]}")
                .json()
                .get("jobs")
                .get(0)
                .get("id")
                .stringValue();
    }

    private static List<String> kinds(Api user, String job) {
        JsonNode lines = user.get("/v1/jobs/%s/audit".formatted(job)).json().get("events");
        return StreamSupport.stream(lines.spliterator(), false)
                .map(line -> line.get("kind").stringValue())
                .toList();
    }
}
