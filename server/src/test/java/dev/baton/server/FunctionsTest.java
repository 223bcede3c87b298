package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.config.ServerSetting;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

class FunctionsTest {
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @TempDir private Path data;
    private TestServer server;
    private Client user;
    private Client runner;

    @BeforeEach
    void start() {
        server = TestServer.start(data, Map.of(ServerSetting.FUNCTIONS_DEFAULT_EXECUTOR, "python"));
        user = server.user();
        runner = server.runner();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String call(String fields) {
        return user.post(
                        "/v1/runs",
                        "{\"jobs\":[{\"name\":\"call\",\"function\":{\"name\":\"add\"}%s}]}"
                                .formatted(fields))
                .json()
                .get("jobs")
                .get(0)
                .get("id")
                .stringValue();
    }

    /// What a runner says of a call that failed.
    private static String failed(String ending) {
        return "\"status\":\"FAILED\",\"ending\":\"%s\",\"summary\":\"no luck\",\"error\":{\"type\":\"Oops\",\"message\":\"no luck\"}"
                .formatted(ending);
    }

    private Held lease() {
        return Held.lease(runner, "r-1", "executor=python");
    }

    @Test
    void a_call_reaches_a_runner_with_its_executor_and_belongs_to_the_trace_of_its_request() {
        user.send(
                user.request("/v1/runs")
                        .header("Content-Type", "application/json")
                        .header("traceparent", PARENT)
                        .POST(
                                BodyPublishers.ofString(
                                        "{\"jobs\":[{\"name\":\"call\",\"function\":{\"name\":\"add\",\"args\":[1,2]}}]}")));

        var spec = lease().granted().get("job_spec").get("function");

        assertThat(spec.toString())
                .isEqualTo(
                        "{\"executor\":\"python\",\"name\":\"add\",\"args\":[1,2],\"queue\":\"default\",\"trace_context\":{\"traceparent\":\"%s\"}}"
                                .formatted(PARENT));
    }

    @Test
    void a_job_shows_what_each_attempt_said_of_its_failure() {
        String job = call(",\"retry\":{\"max_attempts\":2,\"backoff\":{\"first_seconds\":0}}");
        for (int i = 0; i < 2; i++) {
            var lease = lease();
            lease.ack();
            assertThat(lease.say("complete", failed("ERROR")).status()).isEqualTo(200);
        }

        var shown = user.job(job);

        assertThat(shown.get("status").stringValue()).isEqualTo("FAILED");
        assertThat(shown.get("attempts")).hasSize(2);
        shown.get("attempts")
                .forEach(
                        attempt -> {
                            assertThat(attempt.get("runner_id").stringValue()).isEqualTo("r-1");
                            assertThat(attempt.get("ending").stringValue()).isEqualTo("ERROR");
                            assertThat(attempt.get("summary").stringValue()).isEqualTo("no luck");
                            assertThat(attempt.get("error").get("type").stringValue())
                                    .isEqualTo("Oops");
                            assertThat(attempt.get("started_at").isNull()).isFalse();
                            assertThat(attempt.get("ended_at").isNull()).isFalse();
                        });
    }

    @Test
    void while_a_job_with_a_unique_key_is_not_over_it_is_the_answer() {
        String job = call(",\"unique_key\":\"daily\"");

        var merged =
                user.post(
                        "/v1/runs",
                        "{\"jobs\":[{\"name\":\"again\",\"function\":{\"name\":\"add\"},\"unique_key\":\"daily\"}]}");

        assertThat(merged.status()).isEqualTo(200);
        assertThat(merged.json().toString())
                .isEqualTo(
                        "{\"run_id\":null,\"jobs\":[{\"id\":\"%s\",\"name\":\"again\",\"existing\":true}]}"
                                .formatted(job));
        var lease = lease();
        lease.ack();
        lease.complete();
        assertThat(call(",\"unique_key\":\"daily\"")).isNotEqualTo(job);
    }

    @Test
    void of_a_run_the_jobs_are_made_that_are_not_there() {
        String job = call(",\"unique_key\":\"daily\"");

        var merged =
                user.post(
                        "/v1/runs",
                        """
                        {"jobs":[{"name":"new","steps":["true"]},
                                 {"name":"old","steps":["true"],"unique_key":"daily"}]}""");

        assertThat(merged.status()).isEqualTo(201);
        assertThat(merged.header("Location")).isPresent();
        var jobs = merged.json().get("jobs");
        assertThat(jobs.get(0).has("existing")).isFalse();
        assertThat(jobs.get(1).get("id").stringValue()).isEqualTo(job);
        assertThat(jobs.get(1).get("existing").booleanValue()).isTrue();
    }

    @Test
    void calls_are_counted_by_queue_executor_and_outcome() {
        call(",\"retry\":{\"max_attempts\":2,\"backoff\":{\"first_seconds\":0}}");
        for (int i = 0; i < 2; i++) {
            var lease = lease();
            lease.ack();
            lease.say("complete", failed("ERROR"));
        }

        counted(
                "baton_function_calls_total{executor=\"python\",outcome=\"FAILED\",queue=\"default\"} 1.0",
                "baton_function_calls_total{executor=\"python\",outcome=\"RETRIED\",queue=\"default\"} 1.0",
                "baton_function_duration_seconds_count{executor=\"python\",outcome=\"FAILED\",queue=\"default\"} 1",
                "baton_dead_letters 1.0");
    }

    @Test
    void callers_cannot_make_more_figures_than_there_may_be() {
        var jobs = new StringBuilder();
        for (int i = 0; i < 250; i++) {
            jobs.append(i == 0 ? "" : ",")
                    .append(
                            "{\"name\":\"c%d\",\"function\":{\"name\":\"add\",\"queue\":\"q%d\"}}"
                                    .formatted(i, i));
        }
        var run = user.post("/v1/runs", "{\"jobs\":[" + jobs + "]}").json();
        user.post("/v1/runs/%s/cancel".formatted(run.get("run_id").stringValue()), "{}");

        counted(
                "baton_function_calls_total{executor=\"other\",outcome=\"CANCELED\",queue=\"other\"} 50.0");
        assertThat(metrics().filter(line -> line.startsWith("baton_function_calls_total{")))
                .hasSize(201);
    }

    private Stream<String> metrics() {
        return server.anyone().get("/metrics").text().lines();
    }

    /// Counting comes after the answer.
    private void counted(String... lines) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(metrics()).contains(lines));
    }
}
