package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;

/// The lease protocol over plain HTTP.
class RunnerProtocolTest {
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
    void a_job_is_leased_acknowledged_kept_alive_and_completed() {
        String job = user.submitJob("build");
        var lease = Held.lease(runner, "r1");
        assertThat(lease.job()).isEqualTo(job);
        assertThat(lease.granted().get("job_spec").get("steps").get(0).stringValue())
                .isEqualTo("true");
        assertThat(user.status(job)).isEqualTo("LEASED");

        assertThat(lease.ack().json().get("type").stringValue()).isEqualTo("LeaseAcked");
        assertThat(user.status(job)).isEqualTo("RUNNING");

        var beat = lease.heartbeat().json();
        assertThat(beat.get("extend_lease").booleanValue()).isTrue();
        assertThat(beat.get("cancel_requested").booleanValue()).isFalse();

        var done = lease.complete();
        assertThat(done.status()).isEqualTo(200);
        assertThat(done.json().get("final_status").stringValue()).isEqualTo("SUCCEEDED");
        assertThat(user.status(job)).isEqualTo("SUCCEEDED");
    }

    @Test
    void a_repeated_complete_gets_the_same_answer() {
        user.submitJob("build");
        var lease = Held.lease(runner, "r1");
        lease.ack();
        var first = lease.complete();
        assertThat(lease.complete().text()).isEqualTo(first.text());
    }

    @Test
    void a_lease_is_stale_after_its_ttl() {
        String job = user.submitJob("build");
        var lease = Held.lease(runner, "r1");
        lease.ack();
        server.advance(Duration.ofSeconds(121));
        await().until(() -> user.status(job).equals("QUEUED"));

        var late = lease.complete();
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.json().get("type").stringValue()).isEqualTo("StaleLease");
        assertThat(late.json().get("reason").stringValue()).isEqualTo("LEASE_EXPIRED");
    }

    @Test
    void a_lease_that_is_not_acknowledged_is_revoked() {
        String job = user.submitJob("build");
        var lease = Held.lease(runner, "r1");
        server.advance(Duration.ofSeconds(31));
        await().until(() -> user.status(job).equals("QUEUED"));
        assertThat(lease.ack().json().get("reason").stringValue()).isEqualTo("LEASE_REVOKED");
    }

    @Test
    void a_complete_after_a_cancel_ends_the_job_as_canceled() {
        String job = user.submitJob("build");
        var lease = Held.lease(runner, "r1");
        lease.ack();
        assertThat(user.post("/v1/jobs/%s/cancel".formatted(job), "{}").status()).isEqualTo(202);
        assertThat(lease.heartbeat().json().get("cancel_requested").booleanValue()).isTrue();
        assertThat(lease.complete().json().get("final_status").stringValue()).isEqualTo("CANCELED");
        assertThat(user.status(job)).isEqualTo("CANCELED");
    }

    @Test
    void a_cancel_is_confirmed_by_its_runner() {
        String job = user.submitJob("build");
        var lease = Held.lease(runner, "r1");
        lease.ack();
        user.post("/v1/jobs/%s/cancel".formatted(job), "{}");
        assertThat(lease.cancelAck().json().get("type").stringValue()).isEqualTo("CancelConfirmed");
        assertThat(user.status(job)).isEqualTo("CANCELED");
    }

    @Test
    void a_cancel_that_nobody_asked_for_cannot_be_confirmed() {
        user.submitJob("build");
        var lease = Held.lease(runner, "r1");
        lease.ack();
        var refused = lease.cancelAck();
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("CANCEL_NOT_REQUESTED");
    }

    @Test
    void a_cancel_whose_runner_is_gone_ends_at_its_deadline() {
        String job = user.submitJob("build");
        Held.lease(runner, "r1").ack();
        user.post("/v1/jobs/%s/cancel".formatted(job), "{}");
        assertThat(user.status(job)).isEqualTo("CANCELING");
        server.advance(Duration.ofSeconds(31));
        await().until(() -> user.status(job).equals("CANCELED"));
        assertThat(user.job(job).get("outcome").get("cause").stringValue())
                .isEqualTo("CANCEL_UNCONFIRMED");
    }

    @Test
    void a_released_job_is_queued_at_once() {
        String job = user.submitJob("build");
        var lease = Held.lease(runner, "r1");
        lease.ack();
        assertThat(lease.release().json().get("type").stringValue()).isEqualTo("LeaseReleased");
        var next = Held.lease(runner, "r2");
        assertThat(next.job()).isEqualTo(job);
        assertThat(next.granted().get("epoch").intValue()).isEqualTo(2);
    }

    @Test
    void a_job_that_loses_its_runner_three_times_is_quarantined_with_the_evidence() {
        String job = user.submitJob("build");
        for (int i = 1; i <= 3; i++) {
            Held.lease(runner, "r" + i).ack();
            server.advance(Duration.ofSeconds(121));
            int epoch = i;
            await().until(
                            () ->
                                    user.job(job).get("epoch").intValue() == epoch
                                            && !user.status(job).equals("RUNNING"));
        }
        assertThat(user.status(job)).isEqualTo("FAILED");
        assertThat(user.job(job).get("outcome").get("cause").stringValue())
                .isEqualTo("QUARANTINED");
    }

    @Test
    void a_lease_of_another_credential_is_unknown() {
        String job = user.submitJob("build");
        var lease = Held.lease(runner, "r1");
        var thief = new Held(server.with("runner", "thief"), "r1", lease.granted());
        for (var answer :
                java.util.List.of(
                        thief.ack(), thief.heartbeat(), thief.complete(), thief.release())) {
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.json().get("reason").stringValue()).isEqualTo("UNKNOWN_LEASE");
        }
        assertThat(user.status(job)).isEqualTo("LEASED");
    }

    @Test
    void a_lease_of_another_runner_id_is_unknown() {
        user.submitJob("build");
        var lease = Held.lease(runner, "r1");
        var other = new Held(runner, "r2", lease.granted());
        assertThat(other.complete().json().get("reason").stringValue()).isEqualTo("UNKNOWN_LEASE");
    }

    @Test
    void a_large_spec_is_fetched_with_the_lease() {
        String step = "x".repeat(1_000);
        String steps = "\"%s\",".formatted(step).repeat(99) + "\"%s\"".formatted(step);
        var submitted =
                user.post(
                        "/v1/runs",
                        "{\"jobs\":[{\"name\":\"big\",\"steps\":[%s]}]}".formatted(steps));
        assertThat(submitted.status()).as(submitted.text()).isEqualTo(201);
        var lease = Held.lease(runner, "r1");
        assertThat(lease.granted().has("job_spec")).isFalse();
        String ref = lease.granted().get("job_spec_ref").stringValue();
        var spec = runner.send(runner.request(ref).header("Baton-Lease", lease.id()).GET());
        assertThat(spec.json().get("steps").get(0).stringValue()).isEqualTo(step);
    }

    @Test
    void a_waiting_runner_is_woken_by_a_submission() throws Exception {
        var waiting =
                java.util.concurrent.CompletableFuture.supplyAsync(() -> Held.lease(runner, "r1"));
        String job = user.submitJob("build");
        assertThat(waiting.get().job()).isEqualTo(job);
    }

    @Test
    void without_work_a_runner_that_does_not_wait_gets_nothing() {
        var none = runner.post("/v1/runner/lease", "{\"runner_id\":\"r1\",\"max_jobs\":5}");
        assertThat(none.json().get("leases")).isEmpty();
    }

    @Test
    void what_the_clock_of_a_runner_says_is_recorded_and_never_compared() {
        String job = user.submitJob("build");
        var lease = Held.lease(runner, "r1");
        lease.ack();
        String future = "\"ts\":\"2999-01-01T00:00:00Z\"";
        assertThat(lease.say("heartbeat", future).status()).isEqualTo(200);
        server.advance(Duration.ofSeconds(121));
        await().until(() -> user.status(job).equals("QUEUED"));
    }

    @Test
    void a_runner_that_went_away_while_it_waited_leaves_no_lease_behind() throws Exception {
        try (var socket =
                new java.net.Socket(server.address().getHost(), server.address().getPort())) {
            String body = "{\"runner_id\":\"r1\",\"max_jobs\":1,\"wait_seconds\":60}";
            String request =
                    """
                    POST /v1/runner/lease HTTP/1.1\r
                    Host: baton\r
                    Authorization: Bearer %s\r
                    Content-Type: application/json\r
                    Content-Length: %d\r
                    \r
                    %s"""
                            .formatted(runner.token(), body.length(), body);
            socket.getOutputStream()
                    .write(request.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            await().until(() -> server.orchestrator.waitingPolls() == 1);
        }
        String job = user.submitJob("build");
        await().until(() -> server.orchestrator.waitingPolls() == 0);
        assertThat(Held.lease(runner, "r2").job()).isEqualTo(job);
    }
}
