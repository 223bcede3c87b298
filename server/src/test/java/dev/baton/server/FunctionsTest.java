package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.config.ServerSetting;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Map;

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
}
