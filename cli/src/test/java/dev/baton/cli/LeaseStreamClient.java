package dev.baton.cli;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// One connection to a lease stream, and what came through it.
final class LeaseStreamClient implements WebSocket.Listener, AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

    /// Messages, and nothing where the stream ended.
    private final BlockingQueue<Optional<JsonNode>> heard = new LinkedBlockingQueue<>();

    private final StringBuilder partial = new StringBuilder();
    private final WebSocket socket;
    private boolean over;

    /// @throws CompletionException if there is no stream to be had
    LeaseStreamClient(Api api) {
        socket =
                HTTP.newWebSocketBuilder()
                        .header("Authorization", "Bearer " + api.token())
                        .connectTimeout(CONNECT_LIMIT)
                        .buildAsync(
                                URI.create(
                                        "ws://%s/v1/runner/stream"
                                                .formatted(api.server().getAuthority())),
                                this)
                        .join();
    }

    void send(String frame) {
        try {
            socket.sendText(frame, true).join();
        } catch (CompletionException gone) {
            heard.add(Optional.empty());
        }
    }

    /// The next message, or null if there is none in time or the stream is over.
    @Nullable JsonNode read(Duration longest) {
        try {
            Optional<JsonNode> next = heard.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
            if (next == null) {
                return null;
            }
            over |= next.isEmpty();
            return next.orElse(null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /// Whether its end has been read.
    boolean isOver() {
        return over;
    }

    /// Breaks the connection without a word.
    @Override
    public void close() {
        socket.abort();
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            JsonNode frame = JSON.readTree(partial.toString());
            partial.setLength(0);
            if (frame.isArray()) {
                frame.forEach(message -> heard.add(Optional.of(message)));
            } else {
                heard.add(Optional.of(frame));
            }
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int status, String reason) {
        heard.add(Optional.empty());
        return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        heard.add(Optional.empty());
    }
}
