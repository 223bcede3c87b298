package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.Api.Answer;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// What happens when a deadline passes in a real process: short terms, and no clock but the real one.
@Timeout(120)
class DeadlinesIT {
    @TempDir private static Path data;
    private static ServerProcess server;
    private static Api user;
    private static Api runner;
    private String job;

    @BeforeAll
    static void start() {
        server =
                ServerProcess.start(
                        data,
                        "--set=lease.ttl=3s",
                        "--set=lease.heartbeat_interval=1s",
                        "--set=lease.ack_timeout=2s",
                        "--set=lease.cancel_deadline=1s",
                        "--set=lease.runtime_grace=1s");
        user = server.with("user", "someone");
        runner = server.with("runner", "some-runner");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /// No job is left for the runners of the next test.
    @AfterEach
    void end() {
        user.cancel(job);
        user.awaitEvent(job, "FINISHED", 1);
    }

    @Test
    void a_lease_is_stale_after_its_ttl_and_its_runner_changes_nothing_any_more() {
        job = user.submitJob("build");
        var lease = HeldLease.take(runner, "r1");
        assertThat(lease.ack().status()).isEqualTo(200);
        user.awaitEvent(job, "REQUEUED", 1);

        for (Answer late : new Answer[] {lease.heartbeat(), lease.complete()}) {
            assertThat(late.status()).isEqualTo(409);
            assertThat(late.text("type")).isEqualTo("StaleLease");
            assertThat(late.text("reason")).isEqualTo("LEASE_EXPIRED");
        }
        assertThat(lease.log("bytes 0-0/*", "x").status()).isEqualTo(409);
        assertThat(user.status(job)).isEqualTo("QUEUED");
        assertThat(user.job(job).get("attempt").intValue()).isEqualTo(2);
    }

    @Test
    void a_job_that_loses_its_runner_three_times_is_quarantined_with_the_evidence() {
        job = user.submitJob("killer");
        for (int i = 1; i <= 3; i++) {
            var lease = HeldLease.take(runner, "victim-" + i);
            assertThat(lease.ack().status()).as("attempt %d", i).isEqualTo(200);
            user.awaitEvent(job, i < 3 ? "REQUEUED" : "FINISHED", i < 3 ? i : 1);
        }
        var outcome = user.job(job).get("outcome");
        assertThat(user.status(job)).isEqualTo("FAILED");
        assertThat(outcome.get("cause").stringValue()).isEqualTo("QUARANTINED");
        assertThat(outcome.get("why").stringValue())
                .contains("epoch 1 EXPIRED by victim-1")
                .contains("epoch 2 EXPIRED by victim-2")
                .contains("epoch 3 EXPIRED by victim-3");
    }

    @Test
    void a_lease_that_is_not_acknowledged_is_revoked_and_costs_no_attempt() {
        job = user.submitJob("build");
        var lease = HeldLease.take(runner, "r1");
        user.awaitEvent(job, "REQUEUED", 1);
        Answer late = lease.ack();
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.text("reason")).isEqualTo("LEASE_REVOKED");
        assertThat(HeldLease.take(runner, "r2").granted().get("attempt").intValue()).isEqualTo(1);
    }

    @Test
    void a_cancel_whose_runner_is_gone_ends_at_its_deadline() {
        job = user.submitJob("build");
        var lease = HeldLease.take(runner, "r1");
        lease.ack();
        assertThat(user.cancel(job).text("status")).isEqualTo("CANCELING");
        user.awaitEvent(job, "FINISHED", 1);
        assertThat(user.status(job)).isEqualTo("CANCELED");
        assertThat(user.job(job).get("outcome").get("cause").stringValue())
                .isEqualTo("CANCEL_UNCONFIRMED");
        assertThat(lease.complete().text("reason")).isEqualTo("LEASE_CANCELED");
    }

    @Test
    void a_job_that_runs_past_its_limit_and_the_grace_is_ended_whatever_its_runner_says() {
        job =
                user.post(
                                "/v1/runs",
                                """
                                {"jobs":[{"name":"endless","steps":["true"],"max_runtime_seconds":1}]}""")
                        .json()
                        .get("jobs")
                        .get(0)
                        .get("id")
                        .stringValue();
        var lease = HeldLease.take(runner, "r1");
        lease.ack();
        assertThat(lease.heartbeat().status()).isEqualTo(200);
        user.awaitEvent(job, "FINISHED", 1);
        assertThat(user.job(job).get("outcome").get("cause").stringValue()).isEqualTo("TIMED_OUT");
        assertThat(lease.heartbeat().text("reason")).isEqualTo("LEASE_REVOKED");
    }
}
