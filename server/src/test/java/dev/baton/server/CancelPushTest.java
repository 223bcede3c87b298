package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;

/// A cancel reaches the runner that holds the lease on whatever connection it has.
class CancelPushTest {
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

    private void cancel(String job) {
        assertThat(user.post("/v1/jobs/%s/cancel".formatted(job), "{}").status()).isEqualTo(202);
    }

    @Test
    void a_cancel_between_grant_and_ack_is_told_in_the_reply_to_the_ack() {
        String job = user.submitJob("build");
        Held lease = Held.lease(runner, "r1");
        cancel(job);
        server.advance(Duration.ofSeconds(10));

        var acked = lease.ack().json();

        assertThat(acked.get("type").stringValue()).isEqualTo("LeaseAcked");
        assertThat(acked.get("cancel_requested").booleanValue()).isTrue();
        assertThat(acked.get("cancel_deadline_seconds").intValue()).isEqualTo(20);
        assertThat(lease.cancelAck().json().get("type").stringValue()).isEqualTo("CancelConfirmed");
    }

    @Test
    void an_ack_of_a_job_that_is_not_canceled_says_nothing_of_cancels() {
        user.submitJob("build");
        var acked = Held.lease(runner, "r1").ack().json();
        assertThat(acked.propertyNames())
                .containsExactlyInAnyOrder("type", "lease_id", "lease_ttl_seconds");
    }

    @Test
    void on_a_stream_the_cancel_follows_the_reply_to_the_ack_as_well() throws Exception {
        try (var stream = StreamRunner.attached(runner, "r1")) {
            String job = user.submitJob("build");
            stream.want("r1", 1);
            String lease = stream.hear("LeaseGranted").get("lease_id").stringValue();
            cancel(job);
            stream.hear("CancelRequested");
            server.advance(Duration.ofSeconds(10));

            stream.say(
                    "{\"type\":\"AckLease\",\"lease_id\":\"%s\",\"runner_id\":\"r1\",\"job_id\":\"%s\"}"
                            .formatted(lease, job));

            assertThat(stream.hear("LeaseAcked").get("cancel_requested").booleanValue()).isTrue();
            var again = stream.hear("CancelRequested");
            assertThat(again.get("reason").stringValue()).isEqualTo("JOB_CANCELED");
            assertThat(again.get("deadline_seconds").intValue()).isEqualTo(20);
            assertThat(again.get("ts").stringValue())
                    .isEqualTo(TestServer.START.plusSeconds(10).toString());
        }
    }

    @Test
    void a_lease_that_was_granted_over_http_is_canceled_on_the_stream_of_its_runner()
            throws Exception {
        try (var stream = StreamRunner.attached(runner, "r1")) {
            String job = user.submitJob("build");
            Held lease = Held.lease(runner, "r1");
            cancel(job);
            assertThat(stream.hear("CancelRequested").get("lease_id").stringValue())
                    .isEqualTo(lease.id());
        }
    }

    @Test
    void a_lease_that_is_only_shown_over_http_is_canceled_on_the_stream_of_its_runner()
            throws Exception {
        String job = user.submitJob("build");
        Held lease = Held.lease(runner, "r1");
        try (var stream = StreamRunner.attached(runner, "r1")) {
            lease.ack();
            cancel(job);
            assertThat(stream.hear("CancelRequested").get("lease_id").stringValue())
                    .isEqualTo(lease.id());
        }
    }

    @Test
    void a_runner_that_attached_again_without_naming_its_leases_is_told_on_its_new_stream()
            throws Exception {
        var before = StreamRunner.attached(runner, "r1");
        String job = user.submitJob("build");
        before.want("r1", 1);
        String lease = before.hear("LeaseGranted").get("lease_id").stringValue();
        try (var now = StreamRunner.attached(runner, "r1")) {
            before.closedWith();
            cancel(job);
            assertThat(now.hear("CancelRequested").get("lease_id").stringValue()).isEqualTo(lease);
        }
    }

    @Test
    void a_runner_that_has_not_shown_the_lease_is_not_told_of_another_runners_cancel()
            throws Exception {
        String job = user.submitJob("build");
        Held lease = Held.lease(runner, "r1");
        var other = server.with("runner", "other");
        try (var stream = StreamRunner.attached(other, "r1")) {
            new Held(other, "r1", lease.granted()).heartbeat();
            cancel(job);
            stream.say("{\"type\":\"Withdraw\",\"runner_id\":\"r1\"}");
            stream.hear("Withdrawn");
        }
    }
}
