package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.Api.Answer;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// What the lease protocol promises, kept by a real process on a SQLite file with the terms of everyday.
///
/// Where a deadline has to pass, see [DeadlinesIT].
@Timeout(120)
class ProtocolIT {
    @TempDir private static Path data;
    private static ServerProcess server;
    private static Api user;
    private static Api runner;

    @BeforeAll
    static void start() {
        server = ServerProcess.start(data);
        user = server.with("user", "someone");
        runner = server.with("runner", "some-runner");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void a_job_is_leased_acknowledged_kept_alive_logged_and_completed() {
        String job = user.submitJob("build");
        var lease = HeldLease.take(runner, "r1");
        assertThat(lease.job()).isEqualTo(job);
        assertThat(user.status(job)).isEqualTo("LEASED");
        assertThat(lease.ack().text("type")).isEqualTo("LeaseAcked");
        assertThat(user.status(job)).isEqualTo("RUNNING");
        assertThat(lease.heartbeat().text("type")).isEqualTo("HeartbeatAck");
        assertThat(lease.log("bytes 0-5/*", "hello\n").status()).isEqualTo(204);
        assertThat(lease.complete().text("final_status")).isEqualTo("SUCCEEDED");
        assertThat(user.status(job)).isEqualTo("SUCCEEDED");
        assertThat(user.get("/v1/jobs/%s/log".formatted(job)).body()).isEqualTo("hello\n");
    }

    @Test
    void a_repeated_complete_gets_the_same_bytes_again_and_changes_nothing() {
        String job = user.submitJob("build");
        var lease = HeldLease.take(runner, "r1");
        lease.ack();
        Answer first = lease.complete();
        String trail = audit(job);
        for (int i = 0; i < 3; i++) {
            assertThat(lease.complete()).isEqualTo(first);
        }
        assertThat(first.status()).isEqualTo(200);
        assertThat(audit(job)).isEqualTo(trail);
    }

    @Test
    void a_complete_after_a_cancel_ends_the_job_as_canceled_and_the_runner_is_told() {
        String job = user.submitJob("build");
        var lease = HeldLease.take(runner, "r1");
        lease.ack();
        assertThat(user.cancel(job).status()).isEqualTo(202);
        assertThat(lease.heartbeat().json().get("cancel_requested").booleanValue()).isTrue();
        Answer told = lease.complete();
        assertThat(told.status()).isEqualTo(200);
        assertThat(told.text("final_status")).isEqualTo("CANCELED");
        assertThat(lease.complete()).isEqualTo(told);

        var outcome = user.job(job).get("outcome");
        assertThat(user.status(job)).isEqualTo("CANCELED");
        assertThat(outcome.get("cause").stringValue()).isEqualTo("CANCEL_CONFIRMED");
        assertThat(outcome.get("report").get("status").stringValue()).isEqualTo("SUCCEEDED");
    }

    @Test
    void a_cancel_is_confirmed_by_its_runner() {
        String job = user.submitJob("build");
        var lease = HeldLease.take(runner, "r1");
        lease.ack();
        user.cancel(job);
        Answer confirmed = lease.cancelAck();
        assertThat(confirmed.text("type")).isEqualTo("CancelConfirmed");
        assertThat(lease.cancelAck()).isEqualTo(confirmed);
        assertThat(user.status(job)).isEqualTo("CANCELED");
    }

    @Test
    void a_released_job_is_with_the_next_runner_at_once() {
        String job = user.submitJob("build");
        var lease = HeldLease.take(runner, "r1");
        lease.ack();
        assertThat(lease.release().text("type")).isEqualTo("LeaseReleased");
        var next = HeldLease.take(runner, "r2");
        assertThat(next.job()).isEqualTo(job);
        assertThat(next.granted().get("attempt").intValue()).isEqualTo(1);
        assertThat(next.granted().get("epoch").intValue()).isEqualTo(2);
        assertThat(lease.complete().text("reason")).isEqualTo("LEASE_RELEASED");
        assertThat(next.complete().text("final_status")).isEqualTo("SUCCEEDED");
    }

    @Test
    void another_runner_cannot_speak_for_a_lease() {
        String job = user.submitJob("build");
        var lease = HeldLease.take(runner, "r1");
        lease.ack();
        var thief = new HeldLease(server.with("runner", "thief"), "r1", lease.granted());
        for (Answer refused :
                new Answer[] {thief.complete(), thief.heartbeat(), thief.log("bytes 0-0/*", "x")}) {
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.text("reason")).isEqualTo("UNKNOWN_LEASE");
        }
        assertThat(user.status(job)).isEqualTo("RUNNING");
        assertThat(lease.complete().text("final_status")).isEqualTo("SUCCEEDED");
    }

    private static String audit(String job) {
        return user.get("/v1/jobs/%s/audit".formatted(job)).body();
    }
}
