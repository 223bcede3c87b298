package dev.baton.chaos.hostile.act;

import dev.baton.chaos.hostile.load.BeatingLeases;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.concurrent.CompletionException;

/// Other processes attach under the names of the runners that hold leases, with the same kind of token, and name no lease.
final class Namesakes implements Act {
    private static final int TIMES = 5;

    @Override
    public String name() {
        return "namesakes";
    }

    @Override
    public void play(Scene scene) throws IOException, InterruptedException {
        URI server = scene.hostile().server();
        for (int i = 0; i < TIMES; i++) {
            for (var victim : scene.holders().entrySet()) {
                String runner = victim.getKey();
                attach(scene, server, runner, victim.getValue());
            }
        }
        // Every holder beats once more, and hears if its lease is gone.
        Thread.sleep(BeatingLeases.INTERVAL);
    }

    private static void attach(Scene scene, URI server, String runner, String token)
            throws InterruptedException {
        try {
            var socket =
                    HttpClient.newHttpClient()
                            .newWebSocketBuilder()
                            .header("Authorization", "Bearer " + token)
                            .buildAsync(
                                    URI.create(
                                            "ws://%s/v1/runner/stream"
                                                    .formatted(server.getAuthority())),
                                    new WebSocket.Listener() {})
                            .join();
            for (String frame :
                    List.of(
                            "{\"type\":\"Attach\",\"runner_id\":\"%s\",\"capabilities\":[],\"leases\":[]}"
                                    .formatted(runner),
                            "{\"type\":\"LeaseRequest\",\"runner_id\":\"%s\",\"max_jobs\":1}"
                                    .formatted(runner))) {
                socket.sendText(frame, true).join();
                Thread.sleep(100);
            }
            socket.abort();
        } catch (CompletionException refused) {
            scene.findings().count("refused", 1);
        }
    }
}
