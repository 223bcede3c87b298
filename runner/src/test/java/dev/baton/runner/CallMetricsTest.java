package dev.baton.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/// What an operator reads of a runner's calls and executors.
class CallMetricsTest extends SceneTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @Test
    void calls_are_counted_by_queue_executor_and_outcome_and_what_happens_to_executors_too()
            throws Exception {
        int port = freePort();
        start(port);
        end(call("py#pid", ",\"queue\":\"mail\""), "SUCCEEDED");
        end(call("py#pid", ",\"args\":[\"twice\"]"), "SUCCEEDED");
        end(call("py#nobody", ""), "FAILED");
        end(call("py#exit", ""), "FAILED");
        end(call("py#pid", ""), "SUCCEEDED");

        assertThat(page(port))
                .contains(count("SUCCEEDED", "mail", 1))
                .contains(count("SUCCEEDED", "default", 2))
                .contains(count("HANDLER_NOT_FOUND", "default", 1))
                .contains(count("LOST", "default", 1))
                .contains("baton_executor_faults_total{executor=\"py\",fault=\"DUPLICATE\"} 1.0")
                .contains("baton_executor_faults_total{executor=\"py\",fault=\"LATE\"} 0.0")
                .contains("baton_executor_events_total{event=\"STARTED\",executor=\"py\"} 2.0")
                .contains("baton_executor_resting{executor=\"py\"} 0.0");
    }

    @Test
    void slots_are_free_or_taken() throws Exception {
        int port = freePort();
        start(port);
        until(() -> page(port).containsAll(slots(4, 0)));
        String go = directory.resolve("go").toString();
        String job = call("py#hold", ",\"args\":[\"%s\"]".formatted(go));
        until(() -> page(port).containsAll(slots(3, 1)));
        scene.touch(go);
        end(job, "SUCCEEDED");
        until(() -> page(port).containsAll(slots(4, 0)));
    }

    @Test
    void a_port_that_is_taken_is_said_at_once() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> start(taken.getLocalPort()))
                    .isInstanceOf(RunnerException.class)
                    .hasMessageStartingWith(
                            "cannot serve metrics on port %d of loopback"
                                    .formatted(taken.getLocalPort()));
        }
    }

    private void start(int port) {
        scene.runner(
                scene.config("r1", 1),
                TestExecutors.in(directory, "py"),
                new TelemetryConfig(null, port));
    }

    private String call(String function, String fields) {
        return scene.submit(
                "\"function\":{\"name\":\"%s\"%s},\"retry\":{\"max_attempts\":1}"
                        .formatted(function, fields));
    }

    private void end(String job, String status) {
        awaitStatus(job, status);
    }

    private static String count(String outcome, String queue, int times) {
        return "baton_runner_calls_seconds_count{executor=\"py\",outcome=\"%s\",queue=\"%s\"} %d"
                .formatted(outcome, queue, times);
    }

    private static List<String> slots(int free, int taken) {
        String slots = "baton_executor_slots{executor=\"py\",state=\"%s\"} %d.0";
        return List.of(slots.formatted("free", free), slots.formatted("taken", taken));
    }

    private static List<String> page(int port) throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/metrics".formatted(port)))
                        .build();
        var response = HTTP.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body().lines().toList();
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
