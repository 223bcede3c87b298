package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.PostgresServer;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Two orchestrators on one PostgreSQL and one directory: what is done at one of them is seen at the other.
@Timeout(120)
class EitherOrchestratorIT {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir private static Path data;
    private static PostgresServer postgres;
    private static ServerProcess here;
    private static ServerProcess there;
    private static Api userHere;
    private static Api userThere;
    private static Api runnerHere;
    private static Api runnerThere;

    @BeforeAll
    static void start() {
        postgres = PostgresServer.start();
        here = ServerProcess.start(data, "--postgres", postgres.jdbcUrl());
        there = ServerProcess.start(data, "--postgres", postgres.jdbcUrl());
        userHere = here.with("user", "someone");
        userThere = userHere.at(there);
        runnerHere = here.with("runner", "some-runner");
        runnerThere = runnerHere.at(there);
    }

    @AfterAll
    static void stop() {
        there.close();
        here.close();
        postgres.close();
    }

    @Test
    void jobs_and_cancels_are_pushed_to_a_runner_that_is_attached_elsewhere() {
        try (var stream = new LeaseStreamClient(runnerHere)) {
            stream.send(
                    """
                    [{"type":"Attach","runner_id":"r1"},
                     {"type":"LeaseRequest","runner_id":"r1","max_jobs":1}]""");
            assertThat(typeOf(stream.read(SOON))).isEqualTo("Attached");
            String job = userThere.submitJob("build");
            JsonNode granted = stream.read(SOON);
            assertThat(typeOf(granted)).isEqualTo("LeaseGranted");
            assertThat(granted.get("job_id").stringValue()).isEqualTo(job);

            assertThat(userThere.cancel(job).status()).isEqualTo(202);
            JsonNode cancel = stream.read(SOON);
            assertThat(typeOf(cancel)).isEqualTo("CancelRequested");
            assertThat(cancel.get("reason").stringValue()).isEqualTo("not needed");
            // Said elsewhere, as after a move.
            assertThat(new HeldLease(runnerThere, "r1", granted).cancelAck().status())
                    .isEqualTo(200);
            assertThat(userHere.status(job)).isEqualTo("CANCELED");
        }
    }

    @Test
    void a_job_that_is_given_back_at_one_goes_to_a_runner_that_waits_at_the_other()
            throws Exception {
        String job = userHere.submitJob("build");
        var lease = HeldLease.take(runnerHere, "r1");
        lease.ack();
        var next = CompletableFuture.supplyAsync(() -> HeldLease.take(runnerThere, "r2"));
        lease.release();
        HeldLease taken = next.get(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(taken.job()).isEqualTo(job);
        assertThat(lease.heartbeat().text("reason")).isEqualTo("LEASE_RELEASED");
        assertThat(taken.complete().text("final_status")).isEqualTo("SUCCEEDED");
    }

    @Test
    void one_lease_may_be_spoken_for_at_both_in_turn() {
        String job = userHere.submitJob("build");
        var lease = HeldLease.take(runnerHere, "r1");
        var moved = lease.at(there);
        assertThat(moved.ack().text("type")).isEqualTo("LeaseAcked");
        assertThat(lease.heartbeat().text("type")).isEqualTo("HeartbeatAck");
        assertThat(moved.log("bytes 0-5/*", "first ").status()).isEqualTo(204);
        assertThat(lease.log("bytes 6-11/*", "second").status()).isEqualTo(204);
        var told = moved.complete();
        assertThat(lease.complete()).isEqualTo(told);
        assertThat(lease.heartbeat().text("reason")).isEqualTo("LEASE_COMPLETED");
        for (Api user : new Api[] {userHere, userThere}) {
            assertThat(user.status(job)).isEqualTo("SUCCEEDED");
            assertThat(user.get("/v1/jobs/%s/log".formatted(job)).body()).isEqualTo("first second");
        }
    }

    @Test
    void events_are_seen_at_both() throws Exception {
        String job = userHere.submitJob("build");
        var seen = CompletableFuture.supplyAsync(() -> userThere.awaitEvent(job, "FINISHED", 1));
        HeldLease.take(runnerHere, "r1").complete();
        assertThat(seen.get(SOON.toSeconds(), TimeUnit.SECONDS).get("why").stringValue())
                .startsWith("SUCCEEDED");
    }

    private static String typeOf(JsonNode message) {
        assertThat(message).as("something within %s", SOON).isNotNull();
        return message.get("type").stringValue();
    }
}
