package dev.baton.chaos.hostile.act;

import dev.baton.chaos.estate.TestFleet;
import dev.baton.chaos.hostile.load.ApiClient;
import dev.baton.chaos.hostile.load.Innocents;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The connections by which orchestrators hear of each other are lost while something happens at one of them. A follower, a caller that waits for
/// a result and a waiting runner, all at the other one, have to hear of it in time.
final class LostListener implements Act {
    private static final int JOBS = 500;

    /// How long a lost notice may keep anyone waiting.
    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    private static final Pattern JOB_OF_EVENT = Pattern.compile("\"(job_\\d+)\"");

    private static final String LISTENERS =
            """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE application_name LIKE 'baton%' AND pid <> pg_backend_pid()
              AND (query ILIKE 'listen %' OR query ILIKE '%orchestrator%' OR application_name ILIKE '%notice%')
            """;

    @Override
    public String name() {
        return "listen";
    }

    @Override
    public boolean fits(TestFleet fleet) {
        return fleet.isOnPostgres();
    }

    @Override
    public void play(Scene scene) throws IOException, SQLException, InterruptedException {
        var user = scene.hostile();
        String jobs =
                IntStream.range(0, JOBS)
                        .mapToObj(i -> Innocents.job("waited-" + i, "nobody"))
                        .collect(Collectors.joining(","));
        var submitted =
                user.post("/v1/runs", "{\"jobs\":[%s]}".formatted(jobs), Scene.TIMEOUT).json();
        String run = submitted.get("run_id").stringValue();
        String last = submitted.get("jobs").get(JOBS - 1).get("id").stringValue();
        String parked = "parked";
        var heard = new CountDownLatch(3);
        long start = System.nanoTime();
        wait(scene, heard, "result", () -> result(user, last));
        wait(scene, heard, "follower", () -> follow(user, run));
        wait(scene, heard, "runner", () -> lease(user.as(scene.runnerToken()), parked));
        Thread.sleep(500); // all of them wait now
        var other = user.at(scene.fleet().address(1));
        scene.findings().count("listeners_lost", loseListeners(scene));
        other.post("/v1/runs/%s/cancel".formatted(run), "{\"reason\":\"done\"}", Scene.TIMEOUT);
        other.post(
                "/v1/runs",
                "{\"jobs\":[%s]}".formatted(Innocents.job("for-a-waiting-runner", parked)),
                Scene.TIMEOUT);
        if (!heard.await(MAX_WAIT.toSeconds(), TimeUnit.SECONDS)) {
            scene.findings()
                    .innocentFailed(
                            "%d of 3 clients heard nothing within %d s of a lost notice"
                                    .formatted(heard.getCount(), MAX_WAIT.toSeconds()));
        }
        scene.findings().highest("heard_after_ms", (System.nanoTime() - start) / 1_000_000 - 500);
    }

    private interface Wait {
        boolean isOver() throws IOException, InterruptedException;
    }

    private static void wait(Scene scene, CountDownLatch heard, String who, Wait wait) {
        Thread.ofPlatform()
                .daemon()
                .name("waiting-" + who)
                .start(
                        () -> {
                            try {
                                if (wait.isOver()) {
                                    heard.countDown();
                                    scene.findings().count("heard_" + who, 1);
                                }
                            } catch (IOException gone) {
                                scene.findings().count("gone_" + who, 1);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
    }

    private static int loseListeners(Scene scene) throws SQLException {
        try (var connection = DriverManager.getConnection(scene.fleet().jdbcUrl());
                var rows = connection.createStatement().executeQuery(LISTENERS)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static boolean result(ApiClient user, String job)
            throws IOException, InterruptedException {
        return user.get("/v1/jobs/%s/result?wait_seconds=60".formatted(job), Duration.ofSeconds(70))
                        .status()
                == 200;
    }

    private static boolean lease(ApiClient runner, String tag)
            throws IOException, InterruptedException {
        var answer =
                runner.post(
                        "/v1/runner/lease",
                        "{\"runner_id\":\"parked\",\"instance\":\"parked\",\"capabilities\":[\"%s\"],\"max_jobs\":1,\"wait_seconds\":60}"
                                .formatted(tag),
                        Duration.ofSeconds(70));
        return !answer.json().path("leases").isEmpty();
    }

    /// Whether the end of each job of the run came by.
    private static boolean follow(ApiClient user, String run) throws IOException {
        var server = user.server();
        var over = new HashSet<String>();
        try (var socket = new Socket(server.getHost(), server.getPort())) {
            socket.getOutputStream()
                    .write(
                            "GET /v1/runs/%s/events HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n"
                                    .formatted(run, server.getAuthority(), user.token())
                                    .getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(70_000);
            var lines =
                    new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            for (String line; (line = lines.readLine()) != null; ) {
                if (line.contains("CANCELED")) {
                    var matcher = JOB_OF_EVENT.matcher(line);
                    while (matcher.find()) {
                        over.add(matcher.group(1));
                    }
                }
                if (over.size() >= JOBS) {
                    return true;
                }
            }
        } catch (SocketTimeoutException nothingMore) {
            return false;
        }
        return over.size() >= JOBS;
    }
}
