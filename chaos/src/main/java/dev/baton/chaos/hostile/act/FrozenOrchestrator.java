package dev.baton.chaos.hostile.act;

import dev.baton.chaos.estate.TestFleet;
import dev.baton.chaos.hostile.load.ApiClient;
import dev.baton.chaos.hostile.load.Innocents;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

/// An orchestrator stands still in the middle of a transaction, under load, for longer than a lease lives. Its neighbour has to go on: beats,
/// submissions, and the sweep of a lease whose runner fell silent.
final class FrozenOrchestrator implements Act {
    private static final int FROZEN = 1;
    private static final int SENDERS = 4;
    private static final int TRIES = 400;

    /// How long after its TTL a silent lease may still be in the way.
    private static final Duration MAX_SWEEP_DELAY = Duration.ofSeconds(5);

    private static final String TAG = "silent";

    /// The transactions of orchestrators that stand still: the same ones as a moment before.
    private static final String OPEN_TRANSACTIONS =
            """
            SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'baton%' AND state = 'idle in transaction'
            AND clock_timestamp() - state_change > interval '40 milliseconds'
            """;

    @Override
    public String name() {
        return "frozen";
    }

    @Override
    public boolean fits(TestFleet fleet) {
        return fleet.isOnPostgres();
    }

    @Override
    public void play(Scene scene) throws IOException, SQLException, InterruptedException {
        String silent = takeSilentLease(scene);
        long from = System.nanoTime();
        var load = Thread.ofPlatform().daemon().start(() -> load(scene));
        freezeInTransaction(scene);
        long until = System.nanoTime() + scene.scale().frozen().toNanos();
        try {
            for (int i = 0; System.nanoTime() - until < 0; i++) {
                scene.innocents().submit(gated("beside-" + i, "innocent"), 0);
                Thread.sleep(500);
            }
            requireSwept(scene, silent, from);
        } finally {
            scene.fleet().thaw(FROZEN);
            load.interrupt();
        }
        load.join();
        if (!silent.isEmpty()) {
            scene.innocents().work(TAG, 1);
        }
    }

    /// Requests at the orchestrator that will stand still, so that it has transactions under way: jobs behind a gate that others use too are
    /// submitted, granted and finished.
    private static void load(Scene scene) {
        byte[] body = Scene.run(100, i -> gated("f" + i, "frozen"));
        var user = scene.hostile().at(scene.fleet().address(FROZEN));
        var runner = user.as(scene.runnerToken());
        try {
            scene.together(
                    SENDERS,
                    sender -> {
                        while (!scene.fleet().isFrozen(FROZEN)) {
                            if (sender % 2 == 0) {
                                user.post("/v1/runs", body, null, Scene.TIMEOUT);
                            } else {
                                execute(runner, "busy-" + sender);
                            }
                        }
                    });
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private static String gated(String name, String tag) {
        return "{\"name\":\"%s\",\"gate\":{\"key\":\"shared\",\"limit\":1000},\"steps\":[\"true\"],\"requirement\":{\"tags\":[\"%s\"]}}"
                .formatted(name, tag);
    }

    private static void execute(ApiClient runner, String me)
            throws IOException, InterruptedException {
        var leases =
                runner.post(
                                "/v1/runner/lease",
                                "{\"runner_id\":\"%s\",\"instance\":\"%s\",\"capabilities\":[\"frozen\"],\"max_jobs\":5,\"wait_seconds\":0}"
                                        .formatted(me, me),
                                Scene.TIMEOUT)
                        .json()
                        .path("leases");
        for (JsonNode lease : leases) {
            String common =
                    "\"runner_id\":\"%s\",\"instance\":\"%s\",\"lease_id\":\"%s\""
                            .formatted(me, me, lease.get("lease_id").stringValue());
            runner.post(
                    "/v1/runner/ack",
                    "{%s,\"job_id\":\"%s\"}".formatted(common, lease.get("job_id").stringValue()),
                    Scene.TIMEOUT);
            runner.post(
                    "/v1/runner/complete",
                    "{%s,\"status\":\"SUCCEEDED\",\"exit_code\":0}".formatted(common),
                    Scene.TIMEOUT);
        }
    }

    private static void freezeInTransaction(Scene scene) throws SQLException, InterruptedException {
        try (var connection = DriverManager.getConnection(scene.fleet().jdbcUrl());
                var statement = connection.createStatement()) {
            for (int i = 0; i < TRIES; i++) {
                scene.fleet().freeze(FROZEN);
                Thread.sleep(100);
                try (var rows = statement.executeQuery(OPEN_TRANSACTIONS)) {
                    rows.next();
                    if (rows.getInt(1) > 0) {
                        scene.findings().count("frozen_transactions", rows.getInt(1));
                        return;
                    }
                }
                scene.fleet().thaw(FROZEN);
                Thread.sleep(15 + i % 10);
            }
            scene.fleet().freeze(FROZEN);
            scene.findings().count("frozen_transactions", 0);
        }
    }

    /// @return the job of a lease whose runner will not be heard of again
    private static String takeSilentLease(Scene scene) throws IOException, InterruptedException {
        var jobs = scene.innocents().submit(Innocents.job("silent", TAG), 0);
        if (jobs.isEmpty()) {
            return "";
        }
        var runner = scene.hostile().as(scene.runnerToken());
        String me = "\"runner_id\":\"silent\",\"instance\":\"%s\"".formatted(UUID.randomUUID());
        JsonNode leases =
                runner.post(
                                "/v1/runner/lease",
                                "{%s,\"capabilities\":[\"%s\"],\"max_jobs\":1,\"wait_seconds\":5}"
                                        .formatted(me, TAG),
                                Scene.TIMEOUT)
                        .json()
                        .path("leases");
        for (JsonNode lease : leases) {
            runner.post(
                    "/v1/runner/ack",
                    "{%s,\"lease_id\":\"%s\",\"job_id\":\"%s\"}"
                            .formatted(
                                    me,
                                    lease.get("lease_id").stringValue(),
                                    lease.get("job_id").stringValue()),
                    Scene.TIMEOUT);
        }
        return leases.isEmpty() ? "" : jobs.getFirst();
    }

    private static void requireSwept(Scene scene, String job, long from)
            throws IOException, InterruptedException {
        if (job.isEmpty()) {
            scene.findings().broken("no lease was granted for the sweep to take back");
            return;
        }
        long limit = from + Scene.TTL.plus(MAX_SWEEP_DELAY).toNanos();
        while (true) {
            var answer = scene.hostile().get("/v1/jobs/" + job, Scene.TIMEOUT);
            boolean queued = answer.text().contains("\"status\":\"QUEUED\"");
            if (queued) {
                scene.findings().highest("swept_after_ms", (System.nanoTime() - from) / 1_000_000);
                return;
            }
            if (System.nanoTime() - limit > 0) {
                scene.findings()
                        .broken(
                                "the lease of a silent runner was not taken back within %d s of its end"
                                        .formatted(MAX_SWEEP_DELAY.toSeconds()));
                return;
            }
            Thread.sleep(100);
        }
    }
}
