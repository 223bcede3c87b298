package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;

/// Who is there can be seen, by stream or by plain HTTP.
class RunnersTest {
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

    private JsonNode runners() {
        return user.get("/v1/runners").json().get("runners");
    }

    private JsonNode shown(String runner) {
        for (JsonNode each : runners()) {
            if (each.get("runner_id").stringValue().equals(runner)) {
                return each;
            }
        }
        return null;
    }

    @Test
    void nobody_is_there_at_first() {
        assertThat(user.get("/v1/runners").text()).isEqualTo("{\"runners\":[]}");
    }

    @Test
    void a_runner_on_a_stream_is_shown_with_what_it_said() throws Exception {
        try (var stream = new StreamRunner(server.runner())) {
            stream.say(
                    """
                    {"type":"Attach","runner_id":"r1","capabilities":["os=linux","arch=x86_64"],"capacity":4}""");
            stream.hear("Attached");
            await().atMost(Duration.ofSeconds(10)).until(() -> shown("r1") != null);

            JsonNode runner = shown("r1");
            assertThat(runner.get("capabilities").toString())
                    .isEqualTo("[\"arch=x86_64\",\"os=linux\"]");
            assertThat(runner.get("capacity").intValue()).isEqualTo(4);
            assertThat(runner.get("connected").booleanValue()).isTrue();
            assertThat(runner.get("last_seen").stringValue())
                    .isEqualTo(TestServer.START.toString());
            assertThat(runner.get("leases")).isEmpty();

            server.advance(Duration.ofSeconds(31));
            assertThat(shown("r1").get("connected").booleanValue()).isFalse();
        }
    }

    @Test
    void a_runner_whose_stream_has_ended_is_not_connected_and_one_that_comes_back_is()
            throws Exception {
        Client runner = server.runner();
        try (var _ = StreamRunner.attached(runner, "r1")) {
            await().atMost(Duration.ofSeconds(10)).until(() -> isConnected("r1"));
        }
        await().atMost(Duration.ofSeconds(10)).until(() -> !isConnected("r1"));
        assertThat(shown("r1").get("token_valid").booleanValue()).isTrue();
        try (var _ = StreamRunner.attached(runner, "r1")) {
            await().atMost(Duration.ofSeconds(10)).until(() -> isConnected("r1"));
        }
    }

    @Test
    void a_runner_whose_token_was_revoked_is_not_connected() {
        user.submitJob("j");
        Held.lease(server.runner(), "poller");
        await().atMost(Duration.ofSeconds(10)).until(() -> isConnected("poller"));
        for (JsonNode token : server.admin().get("/v1/tokens").json().get("tokens")) {
            if (token.get("kind").stringValue().equals("runner")) {
                server.admin().delete("/v1/tokens/" + token.get("id").stringValue());
            }
        }
        assertThat(isConnected("poller")).isFalse();
        assertThat(shown("poller").get("token_valid").booleanValue()).isFalse();
    }

    private boolean isConnected(String runner) {
        JsonNode shown = shown(runner);
        return shown != null && shown.get("connected").booleanValue();
    }

    @Test
    void a_runner_that_does_not_say_its_capacity_has_what_it_asks_for_first() throws Exception {
        try (var stream = StreamRunner.attached(server.runner(), "r1")) {
            stream.want("r1", 3);
            stream.want("r1", 1);
            await().atMost(Duration.ofSeconds(10))
                    .until(
                            () ->
                                    shown("r1") != null
                                            && shown("r1").get("capacity").intValue() == 3);
        }
    }

    @Test
    void a_runner_over_plain_http_is_shown_with_the_lease_that_it_holds() {
        String job = user.submitJob("j");
        Held lease = Held.lease(server.runner(), "poller");
        await().atMost(Duration.ofSeconds(10)).until(() -> shown("poller") != null);

        JsonNode held = shown("poller").get("leases").get(0);
        assertThat(held.get("job_id").stringValue()).isEqualTo(job);
        assertThat(held.get("attempt").intValue()).isEqualTo(1);
        assertThat(held.get("epoch").intValue()).isEqualTo(1);
        assertThat(held.get("since").stringValue()).isEqualTo(TestServer.START.toString());
        assertThat(user.get("/v1/runners").text()).doesNotContain(lease.id());

        lease.ack();
        lease.complete();
        assertThat(shown("poller").get("leases")).isEmpty();
    }

    @Test
    void a_queued_job_says_how_many_are_before_it() {
        String first = user.submitJob("first");
        String second = user.submitJob("second");
        assertThat(user.job(first).get("ahead").intValue()).isZero();
        assertThat(user.job(second).get("ahead").intValue()).isEqualTo(1);
        Held.lease(server.runner(), "r");
        assertThat(user.job(first).has("ahead")).isFalse();
    }
}
