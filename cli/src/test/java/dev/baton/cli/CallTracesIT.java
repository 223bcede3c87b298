package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.otlp.Collector;
import dev.baton.testkit.otlp.SeenSpan;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// One trace from the caller to the handler, through an orchestrator, a runner and the Java example as processes of their own.
class CallTracesIT {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir private Path directory;
    private Collector collector;

    @BeforeEach
    void start() throws IOException {
        collector = Collector.start();
    }

    @AfterEach
    void stop() {
        collector.close();
    }

    private String endpoint() {
        return "--set=telemetry.otlp_endpoint=" + collector.address();
    }

    private String executors() throws IOException {
        Path example = Path.of("..", "examples", "executors", "java").toAbsolutePath().normalize();
        return Files.writeString(
                        directory.resolve("executors.toml"),
                        """
                        [executors.java]
                        cmd = ["%s/bin/java", "-XX:TieredStopAtLevel=1", "-cp", "%s/*", "Main.java"]
                        cwd = "%s"
                        max_in_flight = 4
                        """
                                .formatted(
                                        System.getProperty("java.home"),
                                        Path.of(System.getenv("BATON_LIB")).toAbsolutePath(),
                                        example))
                .toString();
    }

    @Test
    @DisplayName(
            "\"For cross-language tracing, all runtimes must use the same propagation format.\"")
    void one_trace_leads_from_the_caller_through_each_try_to_its_handler() throws Exception {
        String executors = executors();
        try (var server = ServerProcess.start(directory.resolve("server"), endpoint());
                var _ =
                        RunnerProcess.start(
                                server, directory, "r1", endpoint(), "--executors=" + executors)) {
            submit(
                    server.admin(),
                    """
                    {"jobs":[{"name":"call","retry":{"max_attempts":2,"backoff":{"first_seconds":0.01}},
                              "function":{"name":"java#fail","args":["bad day"],"queue":"mail"}}]}""");
            await().atMost(PATIENCE).until(() -> collector.spans("rrq.executor").size() == 2);
            await().atMost(PATIENCE).until(() -> collector.spans("baton.call").size() == 2);
            await().atMost(PATIENCE).until(() -> collector.spans("baton.queue").size() == 2);
            await().atMost(PATIENCE).until(() -> !collector.spans("POST /v1/runs").isEmpty());
        }

        SeenSpan request = only(collector.spans("POST /v1/runs"));
        assertThat(request.service()).isEqualTo("baton-server");
        assertThat(request.traceId()).isEqualTo(TRACE);
        assertThat(request.parentId()).isEqualTo(CALLER);
        List<SeenSpan> tries = request.childrenAmong(collector.spans("baton.queue"));
        assertThat(tries)
                .extracting(queue -> queue.attribute("baton.attempt"))
                .containsExactlyInAnyOrder("1", "2");
        for (SeenSpan queue : tries) {
            SeenSpan call = only(queue.childrenAmong(collector.spans()));
            SeenSpan handler = only(call.childrenAmong(collector.spans()));
            assertThat(call.service()).isEqualTo("baton-runner");
            assertThat(call.name()).isEqualTo("baton.call");
            assertThat(call.attributes())
                    .containsEntry("baton.attempt", queue.attribute("baton.attempt"))
                    .containsEntry("baton.job_id", queue.attribute("baton.job_id"))
                    .containsEntry("baton.queue", "mail")
                    .containsEntry("baton.executor", "java")
                    .containsEntry("baton.function", "fail")
                    .containsEntry("baton.outcome", "FAILED");
            assertThat(call.isError()).isTrue();
            assertThat(handler.service()).isEqualTo("java-executor");
            assertThat(handler.name()).isEqualTo("rrq.executor");
            assertThat(handler.attributes())
                    .containsEntry("rrq.attempt", queue.attribute("baton.attempt"))
                    .containsEntry("rrq.outcome", "error");
            assertThat(handler.startNanos()).isGreaterThanOrEqualTo(call.startNanos());
            assertThat(handler.childrenAmong(collector.spans())).isEmpty();
        }
    }

    @Test
    void with_up_a_call_that_belongs_to_no_trace_begins_one() throws Exception {
        var home = new BatonHome(directory.resolve("home"));
        try (var _ = home.up(endpoint(), "--executors", executors())) {
            assertThat(home.run("call", "java#add", "1", "2").out()).isEqualTo("3\n");
        } // all of them send what is left

        SeenSpan handler = only(collector.spans("rrq.executor"));
        SeenSpan call = only(collector.spans("baton.call"));
        SeenSpan queue = only(collector.spans("baton.queue"));
        SeenSpan request = only(collector.spans("POST /v1/runs"));
        assertThat(List.of(queue, call, handler))
                .extracting(SeenSpan::parentId)
                .containsExactly(request.id(), queue.id(), call.id());
        assertThat(List.of(queue, call, handler))
                .extracting(SeenSpan::traceId)
                .containsOnly(request.traceId());
        assertThat(request.parentId()).isEmpty();
        assertThat(call.attribute("baton.outcome")).isEqualTo("SUCCEEDED");
        assertThat(call.isError()).isFalse();
    }

    private static void submit(Api user, String run) {
        var answer =
                user.send(
                        user.request("/v1/runs")
                                .header("Content-Type", "application/json")
                                .header("traceparent", "00-%s-%s-01".formatted(TRACE, CALLER))
                                .POST(BodyPublishers.ofString(run)));
        assertThat(answer.status()).isEqualTo(201);
    }

    private static SeenSpan only(List<SeenSpan> spans) {
        assertThat(spans).hasSize(1);
        return spans.getFirst();
    }
}
