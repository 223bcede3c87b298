package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.config.ServerSetting;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Clients that are slow, many or insatiable are turned away, and nobody else is disturbed.
class ClientLimitsTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int IDLE_CONNECTIONS = 1_200;

    @TempDir private Path data;
    private final List<Wire> wires = new ArrayList<>();
    private TestServer server;

    @AfterEach
    void stop() throws IOException {
        for (Wire wire : wires) {
            wire.close();
        }
        server.close();
    }

    @Test
    void headers_that_trickle_in_are_cut_off() throws Exception {
        start(Map.of(ServerSetting.HEADER_TIME, "300ms"));
        Wire slow = connect();
        slow.send("GET /healthz HTTP/1.1\r\nHost: baton\r\nX: ");
        trickleUntilCut(slow);
        assertOthersAreServed();
        awaitCut("SLOW_HEADERS");
    }

    @Test
    void a_second_request_on_a_connection_has_as_long_as_the_first() throws Exception {
        start(Map.of(ServerSetting.HEADER_TIME, "300ms"));
        Wire slow = connect();
        slow.send("GET /healthz HTTP/1.1\r\nHost: baton\r\n\r\n");
        assertThat(slow.head()).startsWith("HTTP/1.1 200");
        slow.send("GET /healthz HTTP/1.1\r\nHost: baton\r\nX: ");
        trickleUntilCut(slow);
        awaitCut("SLOW_HEADERS");
    }

    @Test
    void a_body_that_trickles_in_is_refused() throws Exception {
        start(Map.of(ServerSetting.BODY_TIME, "300ms", ServerSetting.BODY_RATE, "1MiB"));
        Wire slow = connect();
        slow.send(
                """
                POST /v1/runs HTTP/1.1\r
                Host: baton\r
                Authorization: Bearer %s\r
                Content-Type: application/json\r
                Content-Length: 100000\r
                \r
                """
                        .formatted(server.admin().token()));
        slow.socket.setSoTimeout(50);
        String head = "";
        while (head.isEmpty()) {
            slow.send(" ");
            try {
                head = slow.head();
            } catch (java.net.SocketTimeoutException _) {
                // no answer yet: go on
            }
        }
        assertThat(head).startsWith("HTTP/1.1 408");
        assertOthersAreServed();
    }

    @Test
    void who_does_not_read_an_answer_is_cut_off() throws Exception {
        start(Map.of(ServerSetting.WRITE_TIME, "500ms", ServerSetting.REQUEST_BYTES, "32MiB"));
        var admin = server.admin();
        admin.submitJob("talkative");
        Held lease = Held.lease(server.runner(), "r1");
        lease.ack();
        int size = 24 << 20;
        lease.log("bytes 0-%d/*".formatted(size - 1), "x".repeat(size));
        for (String path : List.of("log", "log?follow=true")) {
            Wire deaf = connect();
            deaf.send(
                    "GET /v1/jobs/%s/%s HTTP/1.1\r\nHost: baton\r\nAuthorization: Bearer %s\r\n\r\n"
                            .formatted(lease.job(), path, admin.token()));
        }
        assertOthersAreServed();
        await().atMost(SOON).until(() -> cuts("NOT_READING") >= 2);
    }

    @Test
    void an_address_has_only_so_many_connections() throws Exception {
        start(Map.of(ServerSetting.CONNECTIONS_PER_ADDRESS, "20"));
        for (int i = 0; i < 20; i++) {
            connectAndAsk();
        }
        assertThat(connect().rest()).startsWith("HTTP/1.1 503").contains("TOO_MANY_CONNECTIONS");
        wires.removeFirst().close();
        await().atMost(SOON).until(this::aConnectionIsServed);
        wires.removeFirst().close();
        awaitCut("TOO_MANY_OF_ADDRESS");
    }

    @Test
    void there_are_only_so_many_connections() throws Exception {
        start(Map.of(ServerSetting.CONNECTIONS, "20"));
        for (int i = 0; i < 20; i++) {
            connectAndAsk();
        }
        assertThat(connect().rest()).startsWith("HTTP/1.1 503").contains("TOO_MANY_CONNECTIONS");
        wires.removeFirst().close();
        awaitCut("TOO_MANY");
    }

    @Test
    void many_idle_connections_disturb_nobody() throws Exception {
        start(Map.of());
        for (int i = 0; i < IDLE_CONNECTIONS; i++) {
            connect();
        }
        assertOthersAreServed();
        assertThat(server.anyone().get("/metrics").text())
                .containsPattern("baton_connections 12\\d\\d");
    }

    @Test
    void headers_over_the_limit_are_refused() throws Exception {
        start(Map.of(ServerSetting.HEADER_BYTES, "2KiB"));
        Wire wire = connect();
        wire.send(
                "GET /healthz HTTP/1.1\r\nHost: baton\r\nX: %s\r\n\r\n"
                        .formatted("y".repeat(4096)));
        assertThat(wire.head()).startsWith("HTTP/1.1 431").contains("application/problem+json");
    }

    @Test
    void a_token_follows_only_so_much_at_once() throws Exception {
        start(Map.of(ServerSetting.WATCHERS_PER_TOKEN, "2"));
        var greedy = server.user();
        String job = greedy.submitJob("followed");
        for (int i = 0; i < 2; i++) {
            assertThat(follow(greedy, job).head()).startsWith("HTTP/1.1 200");
        }
        Wire refused = follow(greedy, job);
        assertThat(refused.head()).startsWith("HTTP/1.1 503").contains("Retry-After");
        assertThat(follow(server.with("user", "other"), job).head()).startsWith("HTTP/1.1 200");
        wires.removeFirst().close();
    }

    @Test
    void a_token_has_only_so_many_streams() throws Exception {
        start(Map.of(ServerSetting.STREAMS_PER_TOKEN, "1"));
        var runner = server.runner();
        Wire first = stream(runner);
        assertThat(first.head()).startsWith("HTTP/1.1 101");
        await().atMost(SOON).until(() -> stream(runner).head().startsWith("HTTP/1.1 503"));
        assertThat(stream(server.with("runner", "other")).head()).startsWith("HTTP/1.1 101");
        first.close();
        await().atMost(SOON).until(() -> stream(runner).head().startsWith("HTTP/1.1 101"));
    }

    @Test
    void who_follows_does_not_outlive_their_token() throws Exception {
        start(Map.of());
        var user = server.user();
        String job = user.submitJob("followed");
        Wire follower = follow(user, job);
        assertThat(follower.head()).startsWith("HTTP/1.1 200");
        revoke("some-user");
        Held.lease(server.runner(), "r1").ack();
        assertThat(follower.rest()).doesNotContain("ACKNOWLEDGED").doesNotEndWith("0\r\n\r\n");
    }

    @Test
    void a_runner_that_waits_does_not_outlive_its_token() throws Exception {
        start(Map.of());
        var runner = server.runner();
        var asked = new java.util.concurrent.CompletableFuture<Client.Response>();
        Thread.startVirtualThread(
                () ->
                        asked.complete(
                                runner.post(
                                        "/v1/runner/lease",
                                        "{\"runner_id\":\"r1\",\"max_jobs\":1,\"wait_seconds\":60}")));
        await().atMost(SOON).until(() -> server.orchestrator.waitingPolls() == 1);
        revoke("some-runner");
        String job = server.admin().submitJob("wanted");
        assertThat(asked.get().status()).isEqualTo(401);
        await().atMost(SOON).until(() -> server.admin().status(job).equals("QUEUED"));
    }

    @Test
    void the_paths_that_strangers_ask_for_are_in_no_figure() throws Exception {
        start(Map.of());
        var anyone = server.anyone();
        anyone.send(
                anyone.request("/v1/jobs/not-for-figures")
                        .method("OPTIONS", java.net.http.HttpRequest.BodyPublishers.noBody()));
        anyone.get("/not-for-figures");
        assertThat(anyone.get("/metrics").text()).doesNotContain("not-for-figures");
    }

    private void start(Map<ServerSetting, String> settings) {
        server = TestServer.start(data, settings);
    }

    private Wire connect() throws IOException {
        var wire = new Wire(server.address());
        wires.add(wire);
        return wire;
    }

    /// A connection that is known to be open: connections may be taken in another order than they were made.
    private void connectAndAsk() throws IOException {
        Wire wire = connect();
        wire.send("GET /healthz HTTP/1.1\r\nHost: baton\r\n\r\n");
        assertThat(wire.head()).startsWith("HTTP/1.1 200");
    }

    private Wire follow(Client client, String job) throws IOException {
        Wire wire = connect();
        wire.send(
                "GET /v1/jobs/%s/events HTTP/1.1\r\nHost: baton\r\nAuthorization: Bearer %s\r\n\r\n"
                        .formatted(job, client.token()));
        return wire;
    }

    private Wire stream(Client runner) throws IOException {
        Wire wire = connect();
        wire.send(Wire.handshake("Bearer " + runner.token()));
        return wire;
    }

    private void revoke(String name) {
        for (var token : server.admin().get("/v1/tokens").json().get("tokens")) {
            if (token.get("name").stringValue().equals(name)) {
                server.admin().delete("/v1/tokens/" + token.get("id").stringValue());
            }
        }
    }

    /// Sends a byte now and then until the other end has had enough.
    private static void trickleUntilCut(Wire wire) throws IOException {
        wire.socket.setSoTimeout(50);
        await().atMost(SOON)
                .until(
                        () -> {
                            try {
                                wire.send("y");
                                return wire.socket.getInputStream().read() < 0;
                            } catch (java.net.SocketTimeoutException _) {
                                return false;
                            } catch (SocketException _) {
                                return true;
                            }
                        });
    }

    private boolean aConnectionIsServed() throws IOException {
        try (var wire = new Wire(server.address())) {
            wire.send("GET /healthz HTTP/1.1\r\nHost: baton\r\n\r\n");
            return wire.head().startsWith("HTTP/1.1 200");
        } catch (SocketException _) {
            return false;
        }
    }

    private void assertOthersAreServed() {
        var admin = server.admin();
        assertThat(admin.status(admin.submitJob("undisturbed"))).isEqualTo("QUEUED");
    }

    private void awaitCut(String why) {
        await().atMost(SOON).until(() -> cuts(why) >= 1);
    }

    private long cuts(String why) {
        return server.anyone()
                .get("/metrics")
                .text()
                .lines()
                .filter(
                        line ->
                                line.startsWith(
                                        "baton_connections_cut_total{reason=\"" + why + "\""))
                .map(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findAny()
                .orElse(0L);
    }
}
