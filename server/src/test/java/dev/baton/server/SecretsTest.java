package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/// A secret reaches the runner, and nobody else.
class SecretsTest {
    private static final String SECRET = "hunter2-hunter2";

    @TempDir private Path data;

    @Test
    void a_secret_is_given_to_the_runner_and_shown_to_nobody() {
        try (var server = TestServer.start(data)) {
            Client user = server.user();
            var created =
                    user.post(
                            "/v1/runs",
                            """
                            {"jobs":[{"name":"a","steps":["x"],"env":{"OPEN":"yes"},"secret_env":{"TOKEN":"%s"}}]}"""
                                    .formatted(SECRET));
            String run = created.json().get("run_id").stringValue();
            String job = created.json().get("jobs").get(0).get("id").stringValue();

            Held lease = Held.lease(server.runner(), "r");
            assertThat(lease.granted().at("/job_spec/secret_env/TOKEN").stringValue())
                    .isEqualTo(SECRET);
            lease.ack();
            lease.complete();

            assertThat(user.job(job).at("/spec/secret_env/TOKEN").stringValue()).isEqualTo("***");
            assertThat(user.job(job).at("/spec/env/OPEN").stringValue()).isEqualTo("yes");
            for (String path :
                    List.of(
                            "/v1/runs",
                            "/v1/runs/" + run,
                            "/v1/jobs",
                            "/v1/jobs/" + job,
                            "/v1/jobs/" + job + "/audit",
                            "/v1/jobs/" + job + "/log",
                            "/v1/runners",
                            "/metrics")) {
                assertThat(server.admin().get(path).text()).as(path).doesNotContain(SECRET);
            }
            assertThat(created.text()).doesNotContain(SECRET);

            var again = user.post("/v1/jobs/%s/retry".formatted(job), "{}");
            assertThat(again.text()).doesNotContain(SECRET);
            Held retried = Held.lease(server.with("runner", "other"), "r2");
            assertThat(retried.granted().at("/job_spec/secret_env/TOKEN").stringValue())
                    .isEqualTo(SECRET);
        }
    }

    @Test
    void what_is_wrong_with_a_submission_is_said_without_its_secrets() {
        try (var server = TestServer.start(data)) {
            Client user = server.user();
            for (String secrets :
                    List.of(
                            "{\"A-B\":\"%s\"}".formatted(SECRET),
                            "{\"%s\":\"x\"}".formatted(SECRET),
                            "{\"A\":\"%s\\u0000\"}".formatted(SECRET),
                            "{\"A\":[\"%s\"]}".formatted(SECRET),
                            "\"%s".formatted(SECRET))) {
                var refused =
                        user.post(
                                "/v1/runs",
                                "{\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"],\"secret_env\":%s}]}"
                                        .formatted(secrets));
                assertThat(refused.status()).isEqualTo(400);
                assertThat(refused.text()).doesNotContain(SECRET);
            }
        }
    }
}
