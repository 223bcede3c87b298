package dev.baton.chaos.hostile.act;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// Lists over a large history, by several clients at once, over jobs with large results too; and clients that ask and do not read.
final class LongLists implements Act {
    private static final int READERS = 6;
    private static final int SILENT_READERS = 4;
    private static final int RESULT_CHARACTERS = 500_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String TAG = "results";
    private static final int JOBS_PER_REQUEST = 50;

    @Override
    public String name() {
        return "lists";
    }

    @Override
    public void play(Scene scene) throws IOException, InterruptedException {
        makeResults(scene);
        String followed = scene.runs().isEmpty() ? "run_1" : scene.runs().getFirst();
        var paths =
                List.of(
                        "/v1/jobs?status=CANCELED&limit=1000",
                        "/v1/jobs?status=SUCCEEDED&limit=1000",
                        "/v1/jobs?name=h7777&limit=1000",
                        "/v1/jobs?status=QUEUED&name=not-there",
                        "/v1/runners",
                        "/v1/jobs?limit=1000",
                        "/v1/runs?limit=1000",
                        "/v1/jobs?runner=not-there");
        long until = System.nanoTime() + scene.scale().listing().toNanos();
        scene.together(
                READERS + SILENT_READERS + 1,
                reader -> {
                    if (reader == 0) {
                        follow(scene, "/v1/runs/%s/events".formatted(followed), until);
                    } else if (reader <= SILENT_READERS) {
                        askAndIgnore(scene, paths.get(5), until);
                    } else {
                        for (int i = reader; System.nanoTime() - until < 0; i++) {
                            list(scene, paths.get(i % paths.size()));
                        }
                    }
                });
    }

    private static void list(Scene scene, String path) throws IOException, InterruptedException {
        long start = System.nanoTime();
        var answer = scene.hostile().get(path, TIMEOUT);
        scene.findings().count("lists", 1);
        scene.findings().count("answered_" + answer.status(), 1);
        scene.findings().highest("list_max_ms", (System.nanoTime() - start) / 1_000_000);
        scene.findings().highest("list_max_bytes", answer.text().length());
    }

    /// Reads the events of a large run for as long as they come.
    private static void follow(Scene scene, String path, long until) throws IOException {
        try (var socket = open(scene, path)) {
            socket.setSoTimeout(500);
            byte[] buffer = new byte[1 << 16];
            long bytes = 0;
            while (System.nanoTime() - until < 0) {
                try {
                    int read = socket.getInputStream().read(buffer);
                    if (read < 0) {
                        break;
                    }
                    bytes += read;
                } catch (SocketTimeoutException nothingNew) {
                    // it goes on until the time is over
                }
            }
            scene.findings().count("event_bytes", bytes);
        }
    }

    private static void askAndIgnore(Scene scene, String path, long until)
            throws IOException, InterruptedException {
        try (var _ = open(scene, path)) {
            Thread.sleep(Math.max(1, (until - System.nanoTime()) / 1_000_000));
        }
    }

    private static Socket open(Scene scene, String path) throws IOException {
        var server = scene.hostile().server();
        var socket = new Socket(server.getHost(), server.getPort());
        socket.getOutputStream()
                .write(
                        "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n"
                                .formatted(path, server.getAuthority(), scene.hostile().token())
                                .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /// Jobs whose runner reports a lot.
    private static void makeResults(Scene scene) throws IOException, InterruptedException {
        int wanted = scene.scale().largeResults();
        scene.submit(
                Scene.run(
                        wanted,
                        i ->
                                "{\"name\":\"result%d\",\"steps\":[\"true\"],\"requirement\":{\"tags\":[\"%s\"]}}"
                                        .formatted(i, TAG)));
        var runner = scene.hostile().as(scene.runnerToken());
        String result = "\"" + "r".repeat(RESULT_CHARACTERS) + "\"";
        for (int done = 0; done < wanted; ) {
            var leases =
                    runner.post(
                                    "/v1/runner/lease",
                                    "{\"runner_id\":\"reporter\",\"instance\":\"reporter\",\"capabilities\":[\"%s\"],\"max_jobs\":%d,\"wait_seconds\":2}"
                                            .formatted(TAG, JOBS_PER_REQUEST),
                                    TIMEOUT)
                            .json()
                            .path("leases");
            if (leases.isEmpty()) {
                break;
            }
            for (JsonNode lease : leases) {
                String common =
                        "\"lease_id\":\"%s\",\"runner_id\":\"reporter\",\"instance\":\"reporter\""
                                .formatted(lease.get("lease_id").stringValue());
                runner.post(
                        "/v1/runner/ack",
                        "{%s,\"job_id\":\"%s\"}"
                                .formatted(common, lease.get("job_id").stringValue()),
                        TIMEOUT);
                var answer =
                        runner.post(
                                "/v1/runner/complete",
                                "{%s,\"status\":\"SUCCEEDED\",\"exit_code\":0,\"result\":%s}"
                                        .formatted(common, result),
                                TIMEOUT);
                scene.findings().count(answer.isSuccess() ? "large_results" : "refused_results", 1);
                done++;
            }
        }
    }
}
