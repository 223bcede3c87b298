package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// What is shown of runs and jobs can be submitted again, and gives the same.
class SubmitFieldsTest {
    /// Every field that there is, but for `delay_seconds`, which is shown as the time at which it ends.
    private static final String EVERYTHING =
            """
            {"name":"nightly","labels":{"branch":"main","by":"timer"},"jobs":[
             {"name":"compile","steps":["make","make check"],"image":"ubuntu:24.04","env":{"CI":"true"},"workdir":"src",
              "workspace":{"git":{"url":"https://example.org/a.git","commit":"main"}},
              "requirement":{"tags":["os=linux"],"spec":"m7i.metal"}},
             {"name":"test","steps":["make test"],"isolation":"bubblewrap","network":"none",
              "workspace":{"tree":"sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},
              "artifacts":[{"type":"junit","path_glob":"*.xml","name":"report"}],
              "caches":[{"type":"deps","key":"k","paths":["p","q"]}],"secret_env":{"TOKEN":"hunter2"}},
             {"name":"bench","image":"registry.example.org/bench:1","needs":["compile","test"]},
             {"name":"deploy","needs":["compile"],"steps":["make deploy"],"priority":5,
              "requirement":["os=linux","zone=a"],"gate":{"key":"deploy","limit":3},
              "not_before":"2026-01-05T00:00:00Z","deadline":"2026-02-01T00:00:00Z","max_runtime_seconds":600.5,
              "unique_key":"deploy main","result_ttl_seconds":60.25,
              "retry":{"max_attempts":4,"retry_on":["ERROR","LOST"],"retry_after_most_seconds":60,
               "backoff":{"first_seconds":1,"factor":2,"most_seconds":60,"jitter":0.25},
               "tolerance":{"losses":1,"unacknowledged":2,"releases":10}}},
             {"name":"call","deadline":"2026-02-01T00:00:00Z",
              "function":{"name":"python#add","args":[1,1.50,12345678901234567890],"kwargs":{"deep":{"er":[null]}},
               "queue":"mail","trace_context":{"traceparent":"00-1-2-3"}}}]}""";

    @TempDir private Path data;
    private TestServer server;
    private Client user;

    @BeforeEach
    void start() {
        server = TestServer.start(data);
        user = server.user();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode submit(String body) {
        var created = user.post("/v1/runs", body);
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        return created.json();
    }

    private String submissionOf(JsonNode created) {
        String run = created.get("run_id").stringValue();
        var shown = user.get("/v1/runs/%s/submission".formatted(run));
        assertThat(shown.status()).as(shown.text()).isEqualTo(200);
        return shown.text();
    }

    private List<JsonNode> jobsOf(JsonNode created) {
        return created.get("jobs")
                .valueStream()
                .map(job -> user.job(job.get("id").stringValue()))
                .toList();
    }

    @Test
    void what_a_run_shows_can_be_submitted_again_as_it_is_and_gives_the_same_run() {
        var first = submit(EVERYTHING);
        var before = jobsOf(first);
        String shown = submissionOf(first);
        user.post("/v1/runs/%s/cancel".formatted(first.get("run_id").stringValue()), "{}");

        var second = submit(shown.replace("***", "hunter2"));

        assertThat(submissionOf(second)).isEqualTo(shown);
        var after = jobsOf(second);
        for (int i = 0; i < before.size(); i++) {
            for (String field :
                    List.of(
                            "name",
                            "kind",
                            "priority",
                            "requirement",
                            "gate",
                            "unique_key",
                            "plan",
                            "spec",
                            "submission")) {
                assertThat(after.get(i).get(field)).as(field).isEqualTo(before.get(i).get(field));
            }
        }
    }

    @Test
    void a_submission_is_shown_in_the_words_in_which_it_was_made() {
        var jobs = jobsOf(submit(EVERYTHING));
        JsonNode deploy = jobs.get(3).get("submission");
        assertThat(deploy.get("gate").toString()).isEqualTo("{\"key\":\"deploy\",\"limit\":3}");
        assertThat(deploy.get("needs").toString()).isEqualTo("[\"compile\"]");
        assertThat(deploy.get("result_ttl_seconds").doubleValue()).isEqualTo(60.25);
        assertThat(deploy.get("max_runtime_seconds").doubleValue()).isEqualTo(600.5);
        assertThat(deploy.get("not_before").stringValue()).isEqualTo("2026-01-05T00:00:00Z");
        assertThat(deploy.get("requirement").toString()).isEqualTo("[\"os=linux\",\"zone=a\"]");
        assertThat(deploy.get("retry").get("tolerance").get("releases").intValue()).isEqualTo(10);
        // What follows from the isolation need not be said.
        assertThat(jobs.get(1).get("submission").has("requirement")).isFalse();
        JsonNode call = jobs.get(4).get("submission");
        assertThat(call.get("function").get("name").stringValue()).isEqualTo("python#add");
        assertThat(call.get("function").has("deadline")).isFalse();
        assertThat(call.get("deadline").stringValue()).isEqualTo("2026-02-01T00:00:00Z");
        assertThat(user.get("/v1/jobs/" + jobs.get(4).get("id").stringValue()).text())
                .contains("[1,1.50,12345678901234567890]");
    }

    @Test
    void a_delay_is_shown_as_the_time_at_which_it_ends_and_a_gate_with_the_limit_that_holds() {
        String job =
                "{\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"],\"delay_seconds\":60,\"gate\":{\"key\":\"g\",\"limit\":%d}}]}";
        var first = submit(job.formatted(2));
        submit(job.formatted(5));
        JsonNode shown = jobsOf(first).getFirst().get("submission");
        assertThat(shown.get("not_before").stringValue()).isEqualTo("2026-01-04T08:01:00Z");
        assertThat(shown.get("gate").get("limit").intValue()).isEqualTo(5);
    }

    @Test
    void the_stars_that_are_shown_instead_of_a_secret_are_refused_as_one() {
        String shown = submissionOf(submit(EVERYTHING));
        assertThat(shown).contains("\"TOKEN\":\"***\"").doesNotContain("hunter2");
        var refused = user.post("/v1/runs", shown);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("jobs[1].secret_env").contains("shown instead of it");
    }

    @Test
    void every_field_that_is_documented_is_among_them() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "protocol.md"));
        int from = page.indexOf("## Submitting");
        String fields = page.substring(from, page.indexOf("### Unique keys", from));
        var names =
                fields.lines()
                        .filter(line -> line.startsWith("| `"))
                        .map(line -> line.substring(0, line.indexOf(" |", 2)))
                        .flatMap(
                                cell ->
                                        Pattern.compile("`\"?([a-z_]+)")
                                                .matcher(cell)
                                                .results()
                                                .map(found -> found.group(1)))
                        .filter(name -> !name.equals("delay_seconds"))
                        .toList();
        assertThat(names).hasSizeGreaterThan(25);
        for (String name : names) {
            assertThat(EVERYTHING).contains("\"%s\":".formatted(name));
        }
    }
}
