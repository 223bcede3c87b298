package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.config.ServerSetting;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class HttpTest {
    @TempDir private static Path data;
    private static TestServer server;
    private static Client admin;

    @BeforeAll
    static void start() {
        server = TestServer.start(data);
        admin = server.admin();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void every_answer_has_the_id_of_its_request_and_none_says_what_serves_it() {
        var answer = server.anyone().get("/healthz");
        assertThat(answer.header("Baton-Request-Id")).isPresent();
        assertThat(answer.header("Server")).isEmpty();
        assertThat(answer.header("X-Powered-By")).isEmpty();
    }

    @Test
    void a_problem_names_its_request() {
        var answer = server.anyone().get("/v1/jobs");
        assertThat(answer.header("Content-Type")).contains("application/problem+json");
        assertThat(answer.header("WWW-Authenticate")).isPresent();
        assertThat(answer.json().get("instance").stringValue())
                .isEqualTo(answer.header("Baton-Request-Id").orElseThrow());
    }

    @Test
    void a_path_says_which_methods_it_has() {
        var wrong = admin.delete("/v1/jobs");
        assertThat(wrong.status()).isEqualTo(405);
        assertThat(wrong.header("Allow")).contains("GET, HEAD, OPTIONS");
        var asked =
                admin.send(admin.request("/v1/runs").method("OPTIONS", BodyPublishers.noBody()));
        assertThat(asked.status()).isEqualTo(204);
        assertThat(asked.header("Allow").orElseThrow()).contains("GET", "POST");
    }

    @Test
    void a_head_is_a_get_without_its_body() {
        var head = admin.send(admin.request("/v1/jobs").HEAD());
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.text()).isEmpty();
        assertThat(head.header("Content-Length")).isNotEqualTo(java.util.Optional.of("0"));
    }

    @Test
    void a_body_that_does_not_say_its_length_is_bounded_too() {
        var endless =
                BodyPublishers.fromPublisher(
                        BodyPublishers.ofByteArrays(
                                java.util.Collections.nCopies(
                                        40, " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8))));
        var answer =
                admin.send(
                        admin.request("/v1/runs")
                                .header("Content-Type", "application/json")
                                .POST(endless));
        assertThat(answer.status()).isEqualTo(413);
    }

    @Test
    void what_is_not_http_is_refused_without_a_word_about_us() throws Exception {
        try (var socket =
                new java.net.Socket(server.address().getHost(), server.address().getPort())) {
            socket.getOutputStream().write("NONSENSE\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer =
                    new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 400").doesNotContainIgnoringCase("jetty");
        }
    }

    @Test
    void a_token_in_other_letters_is_not_taken_for_the_one_before_it() throws Exception {
        String ask = "GET /v1/jobs HTTP/1.1\r\nHost: baton\r\nAuthorization: Bearer %s\r\n\r\n";
        try (var wire = new Wire(server.address())) {
            wire.send("HEAD" + ask.formatted(admin.token()).substring(3));
            assertThat(wire.head()).startsWith("HTTP/1.1 200");
            wire.send(ask.formatted(admin.token().toUpperCase(java.util.Locale.ROOT)));
            assertThat(wire.head()).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void the_process_is_healthy_and_ready() {
        assertThat(server.anyone().get("/healthz").status()).isEqualTo(200);
        assertThat(server.anyone().get("/readyz").status()).isEqualTo(200);
    }

    @Test
    void a_token_that_asks_too_often_is_told_to_wait(@TempDir Path other) {
        var limits =
                Map.of(ServerSetting.REQUESTS_PER_SECOND, "1", ServerSetting.REQUEST_BURST, "3");
        try (var strict = TestServer.start(other, limits)) {
            var client = strict.admin();
            for (int i = 0; i < 3; i++) {
                assertThat(client.get("/v1/jobs").status()).isEqualTo(200);
            }
            var refused = client.get("/v1/jobs");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("Retry-After")).contains("1");
        }
    }

    @Test
    void a_token_that_submits_too_many_jobs_is_told_to_wait(@TempDir Path other) {
        var limits = Map.of(ServerSetting.JOBS_PER_SECOND, "1", ServerSetting.JOB_BURST, "3");
        try (var strict = TestServer.start(other, limits)) {
            var client = strict.admin();
            assertThat(client.post("/v1/runs", jobs(2)).status()).isEqualTo(201);

            var refused = client.post("/v1/runs", jobs(3));

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.code()).isEqualTo("TOO_MANY_REQUESTS");
            assertThat(refused.header("Retry-After")).isPresent();
            assertThat(client.get("/v1/jobs").status()).as("reads are not counted").isEqualTo(200);
            assertThat(strict.user().post("/v1/runs", jobs(3)).status()).isEqualTo(201);
        }
    }

    private static String jobs(int count) {
        return IntStream.range(0, count)
                .mapToObj("{\"name\":\"j%d\",\"steps\":[\"true\"]}"::formatted)
                .collect(Collectors.joining(",", "{\"jobs\":[", "]}"));
    }

    @Test
    void a_run_that_asks_for_too_many_different_things_is_refused() {
        var tags =
                IntStream.range(0, 101)
                        .mapToObj(
                                "{\"name\":\"j%1$d\",\"steps\":[\"true\"],\"requirement\":{\"tags\":[\"t%1$d\"]}}"
                                        ::formatted)
                        .collect(Collectors.joining(",", "{\"jobs\":[", "]}"));

        var refused = admin.post("/v1/runs", tags);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("at most 100 distinct requirements", "got 101");
    }

    @Test
    void text_that_no_database_can_keep_is_refused_wherever_it_comes() {
        String job = admin.submitJob("kept");

        assertThat(admin.get("/v1/jobs?name=%00").status()).isEqualTo(400);
        assertThat(admin.post("/v1/jobs/" + job + "/cancel", "{\"reason\":\"a\\u0000b\"}").status())
                .isEqualTo(400);
        assertThat(admin.post("/v1/jobs/" + job + "/cancel", "{\"reason\":\"\\ud800\"}").status())
                .isEqualTo(400);
    }

    @Test
    void the_metrics_count_what_happened() {
        admin.submitJob("counted");
        // A request is answered before its commit is counted.
        await().untilAsserted(
                        () ->
                                assertThat(server.anyone().get("/metrics").text())
                                        .contains("baton_transitions_total{kind=\"SUBMITTED\"}")
                                        .contains("baton_jobs{state=\"ready\"}")
                                        .contains("baton_commit_duration_seconds_bucket")
                                        .contains("route=\"/v1/runs\""));
    }
}
