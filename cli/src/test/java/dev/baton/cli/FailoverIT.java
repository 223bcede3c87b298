package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.PostgresServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/// A runner that knows two orchestrators on one PostgreSQL, and loses the one that it works for.
@Timeout(120)
class FailoverIT {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static final String[] TERMS = {
        "--set=lease.ttl=20s", "--set=lease.heartbeat_interval=500ms", "--set=lease.ack_timeout=5s"
    };

    @TempDir private Path directory;
    private PostgresServer postgres;
    private ServerProcess first;
    private ServerProcess second;
    private Api user;

    @BeforeEach
    void start() throws IOException {
        Path data = Files.createDirectories(directory.resolve("server"));
        postgres = PostgresServer.start();
        first = start(data);
        second = start(data);
        user = first.with("user", "someone").at(second);
    }

    private ServerProcess start(Path data) {
        var options = new ArrayList<>(List.of(TERMS));
        options.addAll(List.of("--postgres", postgres.jdbcUrl()));
        return ServerProcess.start(data, options.toArray(String[]::new));
    }

    @AfterEach
    void stop() {
        second.close();
        first.process().close();
        postgres.close();
    }

    @Test
    void a_job_whose_orchestrator_is_killed_ends_under_the_same_lease_at_the_other()
            throws IOException {
        try (var _ = startRunner()) {
            String job = submitWaiting();
            first.kill();
            prove(job);
        }
    }

    @Test
    void a_job_whose_orchestrator_is_frozen_ends_under_the_same_lease_at_the_other()
            throws IOException {
        try (var _ = startRunner()) {
            String job = submitWaiting();
            first.process().freeze();
            prove(job);
            first.process().thaw();
        }
    }

    private RunnerProcess startRunner() {
        return RunnerProcess.start(first, directory, "mover", "--server=" + second.address());
    }

    /// A job that runs until [#prove], and prints before and after that.
    private String submitWaiting() {
        String step =
                "echo before; while [ ! -e %s ]; do sleep 0.05; done; echo after; echo kept > kept"
                        .formatted(directory.resolve("go"));
        String job =
                user.post(
                                "/v1/runs",
                                """
                                {"jobs":[{"name":"job","steps":["%s"],"artifacts":[{"type":"file","path_glob":"kept","name":"kept"}]}]}"""
                                        .formatted(step))
                        .json()
                        .get("jobs")
                        .get(0)
                        .get("id")
                        .stringValue();
        await().atMost(LONGEST)
                .until(() -> user.get("/v1/jobs/%s/log".formatted(job)).body().contains("before"));
        return job;
    }

    private void prove(String job) throws IOException {
        Files.createFile(directory.resolve("go"));
        user.awaitEvent(job, "FINISHED", 1);
        assertThat(user.status(job)).isEqualTo("SUCCEEDED");
        assertThat(kinds(job)).containsExactly("SUBMITTED", "GRANTED", "ACKNOWLEDGED", "FINISHED");
        assertThat(user.get("/v1/jobs/%s/log".formatted(job)).body().lines())
                .filteredOn(line -> line.contains(" stdout "))
                .satisfiesExactly(
                        first -> assertThat(first).endsWith(" before"),
                        second -> assertThat(second).endsWith(" after"));
        assertThat(user.get("/v1/jobs/%s/artifacts/kept".formatted(job)).body())
                .isEqualTo("kept\n");
    }

    private List<String> kinds(String job) {
        JsonNode lines = user.get("/v1/jobs/%s/audit".formatted(job)).json().get("events");
        return StreamSupport.stream(lines.spliterator(), false)
                .map(line -> line.get("kind").stringValue())
                .toList();
    }
}
