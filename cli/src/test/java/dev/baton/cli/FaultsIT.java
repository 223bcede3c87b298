package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/// Runners and orchestrators that are killed, stopped and away while a job runs.
@Timeout(180)
class FaultsIT {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final String[] SHORT_TTL = {
        "--set=lease.ttl=4s", "--set=lease.heartbeat_interval=1s", "--set=lease.ack_timeout=4s"
    };

    @TempDir private Path directory;
    private Path data;
    private Path notes;

    @BeforeEach
    void makePlaces() throws IOException {
        data = Files.createDirectories(directory.resolve("server"));
        notes = Files.createDirectories(directory.resolve("notes"));
    }

    @Test
    void a_job_whose_runner_was_killed_finishes_elsewhere_and_once() {
        try (var server = ServerProcess.start(data, SHORT_TTL);
                var doomed = RunnerProcess.start(server, directory, "doomed")) {
            Api user = server.with("user", "someone");
            String job = submit(user, forFirstLease("sleep 1000") + "; echo done");
            long first = pidOf("first");

            doomed.kill();
            await().atMost(LONGEST).until(() -> isGone(first));
            try (var _ = RunnerProcess.start(server, directory, "other")) {
                user.awaitEvent(job, "FINISHED", 1);

                assertThat(user.status(job)).isEqualTo("SUCCEEDED");
                assertThat(kinds(user, job))
                        .containsOnlyOnce("FINISHED")
                        .containsSubsequence("GRANTED", "REQUEUED", "GRANTED", "FINISHED");
            }
        }
    }

    @Test
    void an_orchestrator_that_is_away_for_a_while_disturbs_nothing() throws IOException {
        int lines = 400;
        Path counted = notes.resolve("counted");
        String count =
                "for i in $(seq 1 %d); do echo line $i; echo $i > %s; sleep 0.05; done"
                        .formatted(lines, counted);
        var server = ServerProcess.start(data);
        try (var _ = RunnerProcess.start(server, directory, "steady")) {
            Api user = server.with("user", "someone");
            String job = submit(user, count);
            await().atMost(LONGEST).until(() -> number(counted) > 20);

            server.kill();
            int then = number(counted);
            await().atMost(LONGEST).until(() -> number(counted) > then + 150);
            server = ServerProcess.start(data, "--set=server.port=" + server.address().getPort());
            user.awaitEvent(job, "FINISHED", 1);

            assertThat(user.status(job)).isEqualTo("SUCCEEDED");
            assertThat(kinds(user, job)).containsOnlyOnce("GRANTED");
            assertThat(said(user, job))
                    .isEqualTo(IntStream.rangeClosed(1, lines).mapToObj(i -> "line " + i).toList());
        } finally {
            server.close();
        }
    }

    @Test
    void the_job_of_a_runner_that_was_stopped_too_long_is_dead_before_another_has_it() {
        try (var server = ServerProcess.start(data, SHORT_TTL);
                var frozen = RunnerProcess.start(server, directory, "frozen")) {
            Api user = server.with("user", "someone");
            String job = submit(user, forFirstLease("sleep 1000") + "; echo done");
            long first = pidOf("first");

            frozen.freeze();
            user.awaitEvent(job, "REQUEUED", 1);
            assertThat(isGone(first)).as("the first attempt is dead").isTrue();
            try (var _ = RunnerProcess.start(server, directory, "other")) {
                user.awaitEvent(job, "FINISHED", 1);
                frozen.thaw();

                String next = submit(user, "echo $BATON_JOB_NAME; sleep 1");
                String more = submit(user, "echo $BATON_JOB_NAME; sleep 1");
                user.awaitEvent(next, "FINISHED", 1);
                user.awaitEvent(more, "FINISHED", 1);
                assertThat(kinds(user, job)).containsOnlyOnce("FINISHED");
                assertThat(user.job(job).path("epoch").asInt()).isEqualTo(2);
                assertThat(said(user, job)).containsExactly("done");
            }
        }
    }

    @Test
    void a_canceled_job_leaves_no_process_behind_not_even_one_that_hides() {
        try (var server = ServerProcess.start(data);
                var _ =
                        RunnerProcess.start(
                                server, directory, "patient", "--set=runner.kill_grace=1s")) {
            Api user = server.with("user", "someone");
            String hide =
                    "(setsid sh -c 'trap \"\" TERM; echo $$ > %s; while :; do sleep 1; done' &)"
                            .formatted(notes.resolve("hidden"));
            String job =
                    submit(
                            user,
                            "%s; trap '' TERM; echo $$ > %s; while :; do sleep 1; done"
                                    .formatted(hide, notes.resolve("first")));
            long first = pidOf("first");
            long hidden = pidOf("hidden");

            user.cancel(job);
            user.awaitEvent(job, "FINISHED", 1);

            assertThat(user.status(job)).isEqualTo("CANCELED");
            assertThat(isGone(first)).isTrue();
            assertThat(isGone(hidden)).isTrue();
        }
    }

    @Test
    void heartbeats_keep_their_rhythm_while_the_job_burns_every_core() {
        int burning = 4 * Runtime.getRuntime().availableProcessors();
        String burn =
                "for i in $(seq 1 %d); do (while :; do :; done) & done; sleep 10"
                        .formatted(burning);
        try (var server = ServerProcess.start(data, SHORT_TTL);
                var _ = RunnerProcess.start(server, directory, "busy")) {
            Api user = server.with("user", "someone");
            String job = submit(user, burn);
            user.awaitEvent(job, "FINISHED", 1);

            assertThat(user.status(job)).isEqualTo("SUCCEEDED");
            assertThat(kinds(user, job)).containsOnlyOnce("GRANTED");
        }
    }

    @Test
    void a_runner_that_is_told_to_stop_twice_gives_its_job_back_and_exits_with_success() {
        try (var server = ServerProcess.start(data);
                var leaving =
                        RunnerProcess.start(
                                server, directory, "leaving", "--set=runner.stop_grace=1s")) {
            Api user = server.with("user", "someone");
            String job = submit(user, forFirstLease("sleep 1000") + "; echo done");
            long first = pidOf("first");

            assertThat(leaving.stop()).isZero();

            JsonNode requeued = user.awaitEvent(job, "REQUEUED", 1);
            assertThat(requeued.get("why").stringValue()).startsWith("RELEASED");
            assertThat(isGone(first)).isTrue();
        }
    }

    /// A step that notes its process and does something, but only the first time.
    private String forFirstLease(String something) {
        return "if [ $BATON_EPOCH = 1 ]; then echo $$ > %s; %s; fi"
                .formatted(notes.resolve("first"), something);
    }

    private static String submit(Api user, String step) {
        String json = step.replace("\\", "\\\\").replace("\"", "\\\"");
        return user.post("/v1/runs", "{\"jobs\":[{\"name\":\"job\",\"steps\":[\"" + json + "\"]}]}")
                .json()
                .get("jobs")
                .get(0)
                .get("id")
                .stringValue();
    }

    private long pidOf(String note) {
        Path file = notes.resolve(note);
        await().atMost(LONGEST).until(() -> number(file) > 0);
        return number(file);
    }

    private static int number(Path file) {
        try {
            String text = Files.exists(file) ? Files.readString(file).strip() : "";
            return text.isEmpty() ? 0 : Integer.parseInt(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Whether a process does nothing any more. A parent that is stopped cannot bury it: a zombie is gone too.
    private static boolean isGone(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException noSuchProcess) {
            return true;
        }
    }

    private static List<String> kinds(Api user, String job) {
        JsonNode lines = user.get("/v1/jobs/%s/audit".formatted(job)).json().get("events");
        return StreamSupport.stream(lines.spliterator(), false)
                .map(line -> line.get("kind").stringValue())
                .toList();
    }

    /// What the job printed.
    private static List<String> said(Api user, String job) {
        return user.get("/v1/jobs/%s/log".formatted(job))
                .body()
                .lines()
                .filter(line -> line.contains(" stdout F "))
                .map(line -> line.substring(line.indexOf(" stdout F ") + " stdout F ".length()))
                .toList();
    }
}
