package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.nio.file.Path;
import java.util.List;

/// What a job shows can be submitted again, and gives the same job.
class SubmitFieldsTest {
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

    private JsonNode submitted(String job) {
        var created = user.post("/v1/runs", "{\"jobs\":[%s]}".formatted(job));
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        return user.job(created.json().at("/jobs/0/id").stringValue());
    }

    @Test
    void what_a_job_shows_can_be_submitted_again_field_by_field() {
        var first =
                submitted(
                        """
                        {"name":"deploy","steps":["make deploy"],"env":{"CI":"true"},"workdir":"src","priority":5,
                         "requirement":{"tags":["os=linux"],"spec":"m7i.metal"},"gate":{"key":"deploy","limit":1},
                         "delay_seconds":60,"deadline":"2026-02-01T00:00:00Z","max_runtime_seconds":600.5,
                         "unique_key":"deploy main","result_ttl_seconds":60,
                         "artifacts":[{"type":"junit","path_glob":"*.xml"}],
                         "caches":[{"type":"deps","key":"k","paths":["p"]}],
                         "retry":{"max_attempts":4,"retry_on":["ERROR","LOST"],"retry_after_most_seconds":60,
                          "backoff":{"first_seconds":1,"factor":2,"most_seconds":60,"jitter":0.25},
                          "tolerance":{"losses":1,"unacknowledged":2,"releases":10}}}""");
        user.post("/v1/jobs/%s/cancel".formatted(first.get("id").stringValue()), "{}");
        var again = JsonNodeFactory.instance.objectNode();
        again.setAll((tools.jackson.databind.node.ObjectNode) first.get("spec"));
        for (String field :
                List.of("name", "priority", "requirement", "not_before", "unique_key")) {
            again.set(field, first.get(field));
        }
        for (String field : List.of("retry", "max_runtime_seconds", "deadline")) {
            again.set(field, first.get("plan").get(field));
        }
        again.putObject("gate").put("key", first.get("gate").stringValue()).put("limit", 1);

        var second = submitted(again.toString());

        for (String field :
                List.of(
                        "name",
                        "kind",
                        "priority",
                        "requirement",
                        "gate",
                        "not_before",
                        "unique_key",
                        "plan",
                        "spec")) {
            assertThat(second.get(field)).as(field).isEqualTo(first.get(field));
        }
        assertThat(first.get("requirement").toString())
                .isEqualTo("[\"os=linux\",\"spec=m7i.metal\"]");
    }
}
