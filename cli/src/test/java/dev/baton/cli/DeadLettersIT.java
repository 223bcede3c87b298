package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.BatonHome.Ended;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `baton dead-letters`, as processes against an orchestrator whose runner can do nothing with what it gets.
class DeadLettersIT {
    @TempDir private Path directory;
    private BatonHome home;
    private ServerProcess server;
    private Api runner;

    @BeforeEach
    void start() {
        home = new BatonHome(directory.resolve("home"));
        server = ServerProcess.start(directory);
        runner = server.with("runner", "r1");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Ended baton(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--server", server.address().toString()));
        all.addAll(List.of("--token", server.admin().token()));
        return home.run(all.toArray(String[]::new));
    }

    private static JsonNode json(Ended ended) {
        return JsonMapper.shared().readTree(ended.out());
    }

    /// A call that fails for good.
    private String deadLetter(String executor, String handler) {
        var created =
                server.admin()
                        .post(
                                "/v1/runs",
                                "{\"jobs\":[{\"name\":\"call\",\"function\":{\"name\":\"%s#%s\",\"queue\":\"mail\"}}]}"
                                        .formatted(executor, handler));
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        var leased =
                runner.post(
                        "/v1/runner/lease",
                        "{\"runner_id\":\"r1\",\"capabilities\":[\"executor=%s\"],\"max_jobs\":1,\"wait_seconds\":20}"
                                .formatted(executor));
        var lease = leased.json().at("/leases/0");
        String held =
                "\"lease_id\":%s,\"runner_id\":\"r1\"".formatted(lease.get("lease_id").toString());
        runner.post("/v1/runner/ack", "{%s,\"job_id\":%s}".formatted(held, lease.get("job_id")));
        var completed =
                runner.post(
                        "/v1/runner/complete",
                        "{%s,\"status\":\"FAILED\",\"ending\":\"FATAL\",\"error\":{\"type\":\"handler_not_found\",\"message\":\"no %s here\"}}"
                                .formatted(held, handler));
        assertThat(completed.status()).as(completed.body()).isEqualTo(200);
        return created.json().at("/jobs/0/id").stringValue();
    }

    @Test
    void calls_that_failed_for_good_are_listed_shown_requeued_and_discarded() {
        String add = deadLetter("python", "add");
        String sub = deadLetter("node", "sub");

        assertThat(baton("dead-letters").out())
                .contains(add, sub, "mail", "python", "node", "handler_not_found: no add here");
        assertThat(baton("dead-letters", "--executor", "node").out())
                .contains(sub)
                .doesNotContain(add);
        assertThat(baton("dead-letters", "--json", "--limit", "1").out())
                .contains("\"dead_letters\"", sub)
                .doesNotContain(add);
        assertThat(baton("dead-letters", "show", add).out())
                .contains(add, "handler_not_found", "no add here", "r1", "FATAL");

        Ended requeued = baton("dead-letters", "requeue", add);
        assertThat(requeued.out()).matches("job_\\d+\n").doesNotContain(add);
        assertThat(baton("dead-letters", "requeue", add)).isEqualTo(requeued);
        assertThat(baton("job", "show", requeued.out().strip()).out()).contains("QUEUED");
        JsonNode again = json(baton("dead-letters", "requeue", add, "--json"));
        assertThat(again.at("/jobs/0/job_id").stringValue()).isEqualTo(requeued.out().strip());
        assertThat(baton("dead-letters", "discard", sub).out())
                .isEqualTo("discarded %s\n".formatted(sub));
        assertThat(baton("dead-letters").out()).doesNotContain(add, sub);
    }

    @Test
    void all_that_fit_are_requeued_or_discarded_at_once() {
        String add = deadLetter("python", "add");
        deadLetter("node", "sub");
        deadLetter("node", "mul");

        assertThat(baton("dead-letters", "discard", "--all", "--executor", "node").out())
                .isEqualTo("discarded 2\n");
        assertThat(baton("dead-letters").out()).contains(add);
        assertThat(baton("dead-letters", "requeue", "--all").out()).isEqualTo("requeued 1\n");
        assertThat(json(baton("dead-letters", "requeue", "--all", "--json")).toString())
                .isEqualTo("{\"requeued\":0}");
        assertThat(baton("dead-letters", "show", "job_999999").status()).isEqualTo(1);
    }
}
