package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;

/// What whoever looks after a runner can ask and say, and tokens that are exchanged under a runner.
class RunnerOrdersTest {
    private static final String ASK = "/v1/runner/termination?runner_id=r1";

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

    @Test
    void a_runner_hears_that_it_has_to_end_and_how_long_there_is() {
        Client runner = server.runner();
        assertThat(runner.get(ASK).status()).isEqualTo(204);
        assertThat(
                        user.post(
                                        "/v1/runners/r1/termination",
                                        "{\"reason\":\"moving\",\"finish_tasks\":true,\"deadline_seconds\":90}")
                                .status())
                .isEqualTo(202);
        JsonNode order = runner.get(ASK).json();
        assertThat(order.get("reason").stringValue()).isEqualTo("moving");
        assertThat(order.get("finish_tasks").booleanValue()).isTrue();
        assertThat(order.get("seconds_left").doubleValue()).isBetween(80.0, 90.0);
        assertThat(runner.get("/v1/runner/termination?runner_id=r2").status()).isEqualTo(204);
    }

    @Test
    void an_order_does_not_end_a_machine_that_comes_much_later() {
        user.post("/v1/runners/r1/termination", "{}");
        server.advance(Duration.ofMinutes(11));
        assertThat(server.runner().get(ASK).status()).isEqualTo(204);
    }

    @Test
    void the_jobs_of_a_runner_that_was_taken_out_go_to_others_at_once() {
        Client runner = server.runner();
        user.post("/v1/runs", "{\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"]}]}");
        Held lease = Held.leaseAs(runner, "r1", "process-1");
        user.post("/v1/runners/r1/termination", "{}");

        for (String other : new String[] {"", "&instance=process-2"}) {
            assertThat(
                            runner.post("/v1/runner/remove?runner_id=r1" + other, "{}")
                                    .json()
                                    .get("leases_taken_back")
                                    .intValue())
                    .isZero();
        }
        assertThat(lease.heartbeat().status()).isEqualTo(200);
        assertThat(
                        runner.post("/v1/runner/remove?runner_id=r1&instance=process-1", "{}")
                                .json()
                                .get("leases_taken_back")
                                .intValue())
                .isEqualTo(1);
        assertThat(lease.complete().status()).isEqualTo(409);
        assertThat(runner.get(ASK).status()).isEqualTo(204);
        assertThat(Held.lease(runner, "r2").job()).isEqualTo(lease.job());
    }

    @Test
    void bad_orders_change_nothing() {
        for (String body :
                new String[] {
                    "{\"finish_tasks\":\"yes\"}",
                    "{\"deadline_seconds\":-1}",
                    "{\"deadline_seconds\":1e9}",
                    "{\"reason\":\"a\\u0000b\"}"
                }) {
            assertThat(user.post("/v1/runners/r1/termination", body).status()).isEqualTo(400);
        }
        Client runner = server.runner();
        assertThat(runner.get(ASK).status()).isEqualTo(204);
        assertThat(runner.get("/v1/runner/termination").status()).isEqualTo(400);
    }

    @Test
    void a_lease_outlives_the_token_that_took_it_if_both_tokens_are_of_one_runner() {
        user.post("/v1/runs", "{\"jobs\":[{\"name\":\"a\",\"steps\":[\"x\"]}]}");
        Held lease = Held.lease(pinned("r1", "first"), "r1");
        Client second = pinned("r1", "second");
        Client stranger = pinned("r2", "stranger");

        assertThat(new Held(stranger, "r1", lease.granted()).ack().status()).isEqualTo(403);
        assertThat(new Held(server.runner(), "r1", lease.granted()).ack().status()).isEqualTo(409);
        assertThat(new Held(second, "r1", lease.granted()).ack().status()).isEqualTo(200);
        assertThat(new Held(second, "r1", lease.granted()).complete().status()).isEqualTo(200);
    }

    private Client pinned(String runner, String name) {
        JsonNode issued =
                server.admin()
                        .post(
                                "/v1/tokens",
                                "{\"kind\":\"runner\",\"name\":\"%s\",\"runner\":\"%s\"}"
                                        .formatted(name, runner))
                        .json();
        return new Client(server.address(), issued.get("token").stringValue());
    }
}
