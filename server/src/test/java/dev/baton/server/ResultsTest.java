package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.config.ServerSetting;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

class ResultsTest {
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

    private String call() {
        return calls(1).getFirst();
    }

    private List<String> calls(int count) {
        var jobs = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            jobs.add("{\"name\":\"call-%d\",\"function\":{\"name\":\"add\"}}".formatted(i));
        }
        var ids = new ArrayList<String>();
        user.post("/v1/runs", "{\"jobs\":[" + String.join(",", jobs) + "]}")
                .json()
                .get("jobs")
                .forEach(job -> ids.add(job.get("id").stringValue()));
        return ids;
    }

    private Held started() {
        var lease = Held.lease(runner, "r-1", "executor=python");
        lease.ack();
        return lease;
    }

    private void succeed(String result) {
        started().say("complete", "\"status\":\"SUCCEEDED\",\"result\":%s".formatted(result));
    }

    private Client.Response result(String job, int seconds) {
        return user.get("/v1/jobs/%s/result?wait_seconds=%d".formatted(job, seconds));
    }

    private Client.Response results(List<String> jobs, String more) {
        return user.post(
                "/v1/results", "{\"jobs\":[\"%s\"]%s}".formatted(String.join("\",\"", jobs), more));
    }

    @Test
    void a_result_is_as_it_was_reported() {
        String job = call();
        succeed("{\"sum\":1.10}");

        var answer = result(job, 0);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().get("status").stringValue()).isEqualTo("SUCCEEDED");
        assertThat(answer.text()).contains("\"result\":{\"sum\":1.10},\"error\":null");
    }

    @Test
    void a_failure_has_its_error_instead() {
        String job = call();
        started()
                .say(
                        "complete",
                        "\"status\":\"FAILED\",\"ending\":\"FATAL\",\"error\":{\"type\":\"Oops\"}");

        var answer = result(job, 0).json();

        assertThat(answer.get("status").stringValue()).isEqualTo("FAILED");
        assertThat(answer.get("result").isNull()).isTrue();
        assertThat(answer.get("error").get("type").stringValue()).isEqualTo("Oops");
    }

    @Test
    void whoever_waits_is_woken_by_the_commit_that_ends_the_job() throws Exception {
        String job = call();
        var waiting = CompletableFuture.supplyAsync(() -> result(job, 60));
        succeed("3");

        var answer = waiting.get(30, TimeUnit.SECONDS);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().get("result").intValue()).isEqualTo(3);
    }

    @Test
    void a_job_that_does_not_end_in_time_is_not_over_yet() {
        String job = call();

        var answer = result(job, 1);

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.json().get("status").stringValue()).isEqualTo("QUEUED");
        assertThat(result("job_999999", 0).status()).isEqualTo(404);
    }

    @Test
    void of_many_jobs_those_are_answered_that_are_over() {
        var jobs = calls(3);
        succeed("1");

        var answer = results(jobs, ",\"wait_seconds\":60").json();

        assertThat(answer.get("results")).hasSize(1);
        assertThat(answer.get("results").get(0).get("result").intValue()).isOne();
        assertThat(answer.get("pending").intValue()).isEqualTo(2);
    }

    @Test
    void a_batch_may_wait_for_more_than_one() throws Exception {
        var jobs = calls(3);
        var waiting =
                CompletableFuture.supplyAsync(
                        () -> results(jobs, ",\"wait_seconds\":60,\"at_least\":3"));
        for (int i = 0; i < 3; i++) {
            succeed("1");
        }

        assertThat(waiting.get(30, TimeUnit.SECONDS).json().get("results")).hasSize(3);
    }

    @Test
    void jobs_that_do_not_exist_are_not_waited_for() {
        var answer = results(List.of("job_999999"), ",\"wait_seconds\":60").json();

        assertThat(answer.get("results")).isEmpty();
        assertThat(answer.get("pending").intValue()).isZero();
    }

    @Test
    void a_result_is_gone_when_its_time_is_over_and_what_became_of_the_job_is_not() {
        String job = call();
        succeed("3");
        server.advance(Duration.ofHours(24));

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(result(job, 0).status()).isEqualTo(410));

        assertThat(result(job, 0).code()).isEqualTo("RESULT_EXPIRED");
        assertThat(user.status(job)).isEqualTo("SUCCEEDED");
        var batch = results(List.of(job), "").json().get("results").get(0);
        assertThat(batch.get("expired").booleanValue()).isTrue();
        assertThat(batch.get("result").isNull()).isTrue();
    }
}
