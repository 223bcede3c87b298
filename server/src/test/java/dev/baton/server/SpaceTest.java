package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.config.ServerSetting;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What runs out, disk or memory, runs out for those who use it up.
class SpaceTest {
    @TempDir private Path data;

    @Test
    void a_disk_that_is_nearly_full_takes_no_blobs_and_everything_else_goes_on() {
        var reserve = Map.of(ServerSetting.DISK_RESERVE, "1000000GiB");
        try (var server = TestServer.start(data, reserve)) {
            var user = server.user();
            user.submitJob("build");
            var lease = Held.lease(server.runner(), "r");
            assertThat(lease.ack().status()).isEqualTo(200);

            var refused = lease.log("bytes 0-4/*", "hello");
            assertThat(refused.status()).isEqualTo(507);
            assertThat(refused.code()).isEqualTo("NO_SPACE");
            var artifact =
                    lease.client()
                            .send(
                                    lease.client()
                                            .request("/v1/runner/artifacts/a")
                                            .header("Baton-Lease", lease.id())
                                            .PUT(BodyPublishers.ofString("x")));
            assertThat(artifact.status()).isEqualTo(507);
            assertThat(lease.heartbeat().status()).isEqualTo(200);
            assertThat(lease.complete().status()).isEqualTo(200);
            assertThat(user.status(lease.job())).isEqualTo("SUCCEEDED");

            var ready = server.anyone().get("/readyz");
            assertThat(ready.status()).isEqualTo(200);
            assertThat(ready.json().get("problems").get(0).stringValue()).contains("nearly full");
        }
    }

    @Test
    void bodies_that_do_not_fit_into_memory_together_wait_or_are_refused_and_beats_pass()
            throws Exception {
        // Room to parse one of them at a time.
        var memory = Map.of(ServerSetting.MEMORY_BYTES, "32MiB");
        try (var server = TestServer.start(data, memory)) {
            var user = server.user();
            user.submitJob("build");
            var lease = Held.lease(server.runner(), "r");
            lease.ack();
            String jobs =
                    IntStream.range(0, 40)
                            .mapToObj(
                                    i ->
                                            "{\"name\":\"large-%d\",\"steps\":[\"%s\"]}"
                                                    .formatted(i, "x".repeat(50_000)))
                            .collect(Collectors.joining(","));
            String body = "{\"jobs\":[%s]}".formatted(jobs);
            List<Integer> answers = new ArrayList<>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var sent = new ArrayList<Future<Client.Response>>();
                for (int i = 0; i < 20; i++) {
                    sent.add(threads.submit(() -> user.post("/v1/runs", body)));
                }
                for (var one : sent) {
                    assertThat(lease.heartbeat().status()).isEqualTo(200);
                    var answer = one.get();
                    answers.add(answer.status());
                    if (answer.status() == 503) {
                        assertThat(answer.code()).isEqualTo("OVERLOADED");
                        assertThat(answer.header("Retry-After")).contains("1");
                    }
                }
            }
            assertThat(answers).isSubsetOf(201, 503).contains(201);
            assertThat(user.get("/v1/jobs?limit=1000").status()).isEqualTo(200);
        }
    }

    @Test
    void a_body_that_needs_more_memory_than_there_is_for_all_is_too_large() {
        try (var server = TestServer.start(data, Map.of(ServerSetting.MEMORY_BYTES, "4MiB"))) {
            var user = server.user();
            String body =
                    "{\"jobs\":[{\"name\":\"large\",\"steps\":[\"%s\"]}]}"
                            .formatted("x".repeat(2 << 20));
            var refused = user.post("/v1/runs", body);
            assertThat(refused.status()).isEqualTo(413);
            assertThat(refused.json().get("detail").stringValue()).contains("limits.memory_bytes");
            assertThat(user.submitJob("small")).startsWith("job_");
        }
    }
}
