package dev.baton.server;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// A runner on the lease stream, that says what it is told to and remembers what it hears.
final class StreamRunner implements AutoCloseable, WebSocket.Listener {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration LONGEST = Duration.ofSeconds(20);

    final BlockingQueue<JsonNode> heard = new LinkedBlockingQueue<>();
    final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder partial = new StringBuilder();
    private final WebSocket socket;

    StreamRunner(Client client) {
        socket =
                HttpClient.newHttpClient()
                        .newWebSocketBuilder()
                        .header("Authorization", "Bearer " + client.token())
                        .buildAsync(
                                URI.create(
                                        client.server().toString().replace("http", "ws")
                                                + "/v1/runner/stream"),
                                this)
                        .join();
    }

    /// A stream that has said who it is and heard that it is welcome.
    static StreamRunner attached(Client client, String runner) throws InterruptedException {
        var stream = new StreamRunner(client);
        stream.say("{\"type\":\"Attach\",\"runner_id\":\"%s\"}".formatted(runner));
        stream.hear("Attached");
        return stream;
    }

    /// A process of a runner that has said what it holds and heard that it is welcome.
    static StreamRunner attached(Client client, String runner, String instance, String... leases)
            throws InterruptedException {
        var stream = attaching(client, runner, instance, leases);
        stream.hear("Attached");
        return stream;
    }

    /// A process of a runner that has said what it holds.
    static StreamRunner attaching(Client client, String runner, String instance, String... leases) {
        var stream = new StreamRunner(client);
        stream.say(
                "{\"type\":\"Attach\",\"runner_id\":\"%s\",\"instance\":\"%s\",\"leases\":[%s]}"
                        .formatted(
                                runner,
                                instance,
                                Arrays.stream(leases)
                                        .map("\"%s\""::formatted)
                                        .collect(Collectors.joining(","))));
        return stream;
    }

    void say(String frame) {
        socket.sendText(frame, true).join();
    }

    void want(String runner, int jobs) {
        say(
                "{\"type\":\"LeaseRequest\",\"runner_id\":\"%s\",\"max_jobs\":%d}"
                        .formatted(runner, jobs));
    }

    /// The next message, which has to be of this type.
    JsonNode hear(String type) throws InterruptedException {
        JsonNode message = heard.poll(LONGEST.toSeconds(), TimeUnit.SECONDS);
        if (message == null || !message.get("type").stringValue().equals(type)) {
            throw new AssertionError("expected %s, heard %s".formatted(type, message));
        }
        return message;
    }

    int closedWith() throws Exception {
        return closed.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
    }

    /// Breaks the connection without a word.
    void vanish() {
        socket.abort();
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            JsonNode frame = JSON.readTree(partial.toString());
            partial.setLength(0);
            if (frame.isArray()) {
                frame.forEach(heard::add);
            } else {
                heard.add(frame);
            }
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int status, String reason) {
        closed.complete(status);
        return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        closed.completeExceptionally(error);
    }

    @Override
    public void close() {
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    }
}
