package dev.baton.chaos.hostile.act;

import dev.baton.chaos.hostile.load.Innocents;

import java.io.IOException;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A runner asks for 1,000 leases and hangs up, again and again: over HTTP before the answer, and on a lease stream. The jobs are another
/// user's, and are executed in the end.
final class HangUps implements Act {
    private static final int JOBS = 1_000;
    private static final String TAG = "bulk";
    private static final Duration ANSWER = Duration.ofMillis(150);

    @Override
    public String name() {
        return "hang-ups";
    }

    @Override
    public void play(Scene scene) throws IOException, InterruptedException {
        String jobs =
                IntStream.range(0, JOBS)
                        .mapToObj(i -> Innocents.job("bulk-" + i, TAG))
                        .collect(Collectors.joining(","));
        scene.innocents().submit(jobs, 0);
        for (int i = 0; i < scene.scale().hangUps(); i++) {
            if (i % 2 == 0) {
                hangUpOverHttp(scene);
            } else {
                hangUpOnAStream(scene);
            }
            scene.findings().count("hang_ups", 1);
            Thread.sleep(ANSWER);
        }
        scene.innocents().work(TAG, 250);
    }

    private static void hangUpOverHttp(Scene scene) throws IOException, InterruptedException {
        URI server = scene.hostile().server();
        byte[] body =
                "{\"runner_id\":\"hostile\",\"capabilities\":[\"%s\"],\"max_jobs\":%d,\"wait_seconds\":0}"
                        .formatted(TAG, JOBS)
                        .getBytes(StandardCharsets.UTF_8);
        try (var socket = new Socket(server.getHost(), server.getPort())) {
            // a reset, not a goodbye
            socket.setOption(StandardSocketOptions.SO_LINGER, 0);
            var out = socket.getOutputStream();
            out.write(
                    "POST /v1/runner/lease HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                            .formatted(server.getAuthority(), scene.runnerToken(), body.length)
                            .getBytes(StandardCharsets.US_ASCII));
            out.write(body);
            out.flush();
            Thread.sleep(5);
        }
    }

    private static void hangUpOnAStream(Scene scene) throws InterruptedException {
        URI server = scene.hostile().server();
        try {
            var socket =
                    HttpClient.newHttpClient()
                            .newWebSocketBuilder()
                            .header("Authorization", "Bearer " + scene.runnerToken())
                            .buildAsync(
                                    URI.create(
                                            "ws://%s/v1/runner/stream"
                                                    .formatted(server.getAuthority())),
                                    new WebSocket.Listener() {})
                            .join();
            socket.sendText(
                            "[{\"type\":\"Attach\",\"runner_id\":\"hostile\",\"capabilities\":[\"%s\"]},{\"type\":\"LeaseRequest\",\"runner_id\":\"hostile\",\"max_jobs\":%d}]"
                                    .formatted(TAG, JOBS),
                            true)
                    .join();
            Thread.sleep(20);
            socket.abort();
        } catch (CompletionException refused) {
            scene.findings().count("refused", 1);
        }
    }
}
