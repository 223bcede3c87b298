package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.Client.Response;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class RunsAndJobsTest {
    private static final String CHAIN =
            """
            {"name":"build","labels":{"branch":"main"},"jobs":[
              {"name":"compile","steps":["make"]},
              {"name":"test","steps":["make test"],"needs":["compile"],"priority":5}]}""";

    @TempDir private Path data;
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
    void a_run_is_submitted_and_shown() {
        var created = user.post("/v1/runs", CHAIN);
        assertThat(created.status()).isEqualTo(201);
        var run = user.get(created.header("Location").orElseThrow()).json();
        assertThat(run.get("name").stringValue()).isEqualTo("build");
        assertThat(run.get("labels").get("branch").stringValue()).isEqualTo("main");
        assertThat(run.get("submitted_by").stringValue()).isEqualTo("user:some-user");
        assertThat(run.get("jobs").get("QUEUED").intValue()).isEqualTo(2);

        var test = user.job(created.json().get("jobs").get(1).get("id").stringValue());
        assertThat(test.get("needs").get(0)).isEqualTo(created.json().get("jobs").get(0).get("id"));
        assertThat(test.get("priority").intValue()).isEqualTo(5);
        assertThat(test.get("spec").get("steps").get(0).stringValue()).isEqualTo("make test");
    }

    @Test
    void the_same_key_gives_the_same_run_and_another_body_is_a_conflict() {
        var first = submit("key-1", CHAIN);
        var again = submit("key-1", CHAIN);
        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(first.json());
        var other = submit("key-1", CHAIN.replace("make", "cmake"));
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
        assertThat(user.get("/v1/runs").json().get("runs")).hasSize(1);
    }

    @Test
    void pages_follow_each_other_without_gap_or_overlap() {
        for (int i = 0; i < 7; i++) {
            user.submitJob("job-" + i);
        }
        var seen = new ArrayList<String>();
        String cursor = "";
        do {
            var page = user.get("/v1/jobs?limit=3" + cursor).json();
            page.get("jobs").forEach(job -> seen.add(job.get("name").stringValue()));
            cursor =
                    page.get("next_cursor").isNull()
                            ? ""
                            : "&cursor=" + page.get("next_cursor").stringValue();
        } while (!cursor.isEmpty());
        assertThat(seen)
                .containsExactly("job-6", "job-5", "job-4", "job-3", "job-2", "job-1", "job-0");
    }

    @Test
    void jobs_are_found_by_what_they_are() {
        user.submitJob("a");
        user.submitJob("b");
        var lease = Held.lease(runner, "r1");
        lease.ack();
        assertThat(names("status=RUNNING")).containsExactly("a");
        assertThat(names("status=queued")).containsExactly("b");
        assertThat(names("name=b")).containsExactly("b");
        assertThat(names("runner=r1")).containsExactly("a");
        assertThat(names("run=run_999")).isEmpty();
    }

    @Test
    void a_canceled_run_ends_what_waits_and_asks_what_runs() {
        var created = user.post("/v1/runs", CHAIN).json();
        Held.lease(runner, "r1").ack();
        String run = created.get("run_id").stringValue();
        var canceled = user.post("/v1/runs/%s/cancel".formatted(run), "{}");
        assertThat(canceled.status()).isEqualTo(202);
        assertThat(canceled.json().get("canceling").intValue()).isEqualTo(1);
        assertThat(canceled.json().get("canceled").intValue()).isEqualTo(1);
    }

    @Test
    void a_job_that_is_over_cannot_be_canceled() {
        String job = user.submitJob("build");
        assertThat(user.post("/v1/jobs/%s/cancel".formatted(job), "{}").status()).isEqualTo(202);
        assertThat(user.status(job)).isEqualTo("CANCELED");
        var again = user.post("/v1/jobs/%s/cancel".formatted(job), "{}");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.code()).isEqualTo("ALREADY_FINISHED");
    }

    @Test
    void a_retry_is_a_new_job_that_names_the_old() {
        String job = user.submitJob("build");
        user.post("/v1/jobs/%s/cancel".formatted(job), "{}");
        var retried = user.post("/v1/jobs/%s/retry".formatted(job), "{}");
        assertThat(retried.status()).as(retried.text()).isEqualTo(201);
        String copy = retried.json().get("jobs").get(0).get("id").stringValue();
        assertThat(copy).isNotEqualTo(job);
        assertThat(user.job(copy).get("retry_of").stringValue()).isEqualTo(job);
        assertThat(user.job(copy).get("spec")).isEqualTo(user.job(job).get("spec"));
        assertThat(user.status(job)).isEqualTo("CANCELED");
    }

    @Test
    void a_rerun_of_what_failed_leaves_out_what_succeeded() {
        var created = user.post("/v1/runs", CHAIN).json();
        var compile = Held.lease(runner, "r1");
        compile.ack();
        compile.complete();
        var test = Held.lease(runner, "r1");
        test.ack();
        test.say("complete", "\"status\":\"FAILED\",\"exit_code\":1");
        String run = created.get("run_id").stringValue();
        var again = user.post("/v1/runs/%s/rerun".formatted(run), "{\"failed_only\":true}");
        assertThat(again.status()).as(again.text()).isEqualTo(201);
        assertThat(again.json().get("jobs")).hasSize(1);
        assertThat(again.json().get("jobs").get(0).get("name").stringValue()).isEqualTo("test");
        assertThat(Held.lease(runner, "r1").granted().get("job_id"))
                .isEqualTo(again.json().get("jobs").get(0).get("id"));
    }

    @Test
    void the_audit_trail_says_what_happened_and_by_whom() {
        String job = user.submitJob("build");
        var lease = Held.lease(runner, "r1");
        lease.ack();
        lease.complete();
        var events = user.get("/v1/jobs/%s/audit".formatted(job)).json().get("events");
        assertThat(events.findValuesAsString("kind"))
                .containsExactly("SUBMITTED", "GRANTED", "ACKNOWLEDGED", "FINISHED");
        assertThat(events.get(0).get("actor").stringValue()).isEqualTo("user:some-user");
        assertThat(events.get(3).get("actor").stringValue()).isEqualTo("runner:r1");
    }

    private List<String> names(String query) {
        return user.get("/v1/jobs?" + query).json().get("jobs").findValuesAsString("name");
    }

    private Response submit(String key, String body) {
        return user.send(
                user.request("/v1/runs")
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", key)
                        .POST(BodyPublishers.ofString(body)));
    }
}
