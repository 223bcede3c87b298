package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.Api.Answer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// An orchestrator that is killed with -9 and started again on the same SQLite file.
@Timeout(120)
class RestartIT {
    private static final String[] SHORT_TTL = {
        "--set=lease.ttl=2s", "--set=lease.heartbeat_interval=1s", "--set=lease.ack_timeout=2s"
    };

    @TempDir private Path data;

    @Test
    void what_was_answered_before_the_kill_is_still_true_after_it() {
        var server = ServerProcess.start(data);
        Api user = server.with("user", "someone");
        Api runner = server.with("runner", "some-runner");
        String done = user.submitJob("done");
        var finished = HeldLease.take(runner, "r1");
        finished.ack();
        Answer told = finished.complete();
        String job = user.submitJob("build");
        var lease = HeldLease.take(runner, "r1");
        lease.ack();
        assertThat(lease.log("bytes 0-5/*", "before").status()).isEqualTo(204);
        String queued = user.submitJob("later");

        server.kill();
        try (var again = ServerProcess.start(data)) {
            user = user.at(again);
            assertThat(user.status(done)).isEqualTo("SUCCEEDED");
            assertThat(finished.at(again).complete()).isEqualTo(told);

            assertThat(user.status(job)).isEqualTo("RUNNING");
            var kept = lease.at(again);
            assertThat(kept.heartbeat().text("type")).isEqualTo("HeartbeatAck");
            assertThat(kept.log("bytes 6-10/*", "after").status()).isEqualTo(204);
            assertThat(kept.complete().text("final_status")).isEqualTo("SUCCEEDED");
            assertThat(user.get("/v1/jobs/%s/log".formatted(job)).body()).isEqualTo("beforeafter");

            assertThat(HeldLease.take(runner.at(again), "r2").job()).isEqualTo(queued);
        }
    }

    @Test
    void a_lease_that_runs_out_meanwhile_expires() {
        var server = ServerProcess.start(data, SHORT_TTL);
        Api user = server.with("user", "someone");
        String job = user.submitJob("build");
        var lease = HeldLease.take(server.with("runner", "some-runner"), "r1");
        lease.ack();
        server.kill();
        try (var again = ServerProcess.start(data, SHORT_TTL)) {
            var requeued = user.at(again).awaitEvent(job, "REQUEUED", 1);
            assertThat(requeued.get("why").stringValue()).startsWith("LOST");
            assertThat(lease.at(again).complete().text("reason")).isEqualTo("LEASE_EXPIRED");
        }
    }
}
