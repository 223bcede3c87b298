package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A grant that does not reach its runner is nobody's fault but the runner's.
class UndeliveredTest {
    private static final int JOBS = 1_000;
    private static final int HANG_UPS = 21;

    @TempDir Path data;

    private TestServer server;
    private Client user;
    private Client runner;

    @BeforeEach
    void start() {
        server = TestServer.start(data);
        user = server.user();
        runner = server.runner();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_client_that_asks_for_all_jobs_and_hangs_up_again_and_again_ends_none_of_them()
            throws Exception {
        submit();
        for (int i = 0; i < HANG_UPS; i++) {
            askAndHangUp();
        }
        // What reached a socket that nobody reads is taken back at the ack deadline.
        await().atMost(Duration.ofSeconds(20))
                .until(
                        () -> {
                            server.advance(Duration.ofSeconds(31));
                            return queued() == JOBS;
                        });

        assertThat(failed()).isZero();
        assertThat(takeAll()).hasSize(JOBS);
    }

    @Test
    void a_runner_that_never_acknowledges_is_no_end_for_jobs_and_waits_longer_each_time() {
        String job = user.submitJob("build");
        for (int i = 0; i < 10; i++) {
            var answer = poll("silent", 1);
            assertThat(answer.status()).isEqualTo(200);
            server.advance(Duration.ofSeconds(31));
            await().until(() -> user.status(job).equals("QUEUED"));
        }
        assertThat(poll("silent", 1).json().get("leases").isEmpty()).isTrue();

        assertThat(Held.lease(runner, "honest").ack().status()).isEqualTo(200);
        assertThat(user.job(job).get("attempt").intValue()).isEqualTo(1);
    }

    private void submit() {
        var jobs =
                IntStream.range(0, JOBS)
                        .mapToObj("{\"name\":\"j%d\",\"steps\":[\"true\"]}"::formatted)
                        .collect(Collectors.joining(","));
        assertThat(user.post("/v1/runs", "{\"jobs\":[" + jobs + "]}").status()).isEqualTo(201);
    }

    private Client.Response poll(String name, int jobs) {
        return runner.post(
                "/v1/runner/lease", "{\"runner_id\":\"%s\",\"max_jobs\":%d}".formatted(name, jobs));
    }

    /// Asks without waiting for the answer.
    private void askAndHangUp() throws IOException {
        String body = "{\"runner_id\":\"rude\",\"max_jobs\":1000,\"wait_seconds\":1}";
        String request =
                """
                POST /v1/runner/lease HTTP/1.1\r
                Host: baton\r
                Authorization: Bearer %s\r
                Content-Type: application/json\r
                Content-Length: %d\r
                \r
                %s"""
                        .formatted(runner.token(), body.length(), body);
        try (var socket = new Socket(server.address().getHost(), server.address().getPort())) {
            socket.setOption(StandardSocketOptions.SO_LINGER, 0);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        }
    }

    /// An honest runner gets all of them, each once.
    private Set<String> takeAll() {
        Set<String> taken = new HashSet<>();
        await().atMost(Duration.ofSeconds(10))
                .until(
                        () -> {
                            poll("honest", JOBS)
                                    .json()
                                    .get("leases")
                                    .forEach(lease -> taken.add(lease.get("job_id").stringValue()));
                            return taken.size() == JOBS;
                        });
        return taken;
    }

    private int queued() {
        return count("QUEUED");
    }

    private int failed() {
        return count("FAILED");
    }

    private int count(String status) {
        return user.get("/v1/jobs?limit=1000&status=" + status).json().get("jobs").size();
    }
}
