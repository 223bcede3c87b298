package dev.baton.cli;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A runner on the lease stream. When its stream breaks it attaches elsewhere, names what it holds and repeats what
/// was not answered.
final class StreamLink implements FleetLink {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final int SLOTS = 3;
    private static final Duration REPLY_LIMIT = Duration.ofSeconds(10);
    private static final Duration GRANT_LIMIT = Duration.ofMillis(500);

    private final Fleet fleet;
    private final String runner;
    private int moves;
    private @Nullable Stream stream;
    private final Map<String, JsonNode> holding = new LinkedHashMap<>();
    private final Queue<JsonNode> granted = new ArrayDeque<>();

    StreamLink(Fleet fleet, String runner, int home) {
        this.fleet = fleet;
        this.runner = runner;
        moves = home;
    }

    @Override
    public @Nullable JsonNode next() {
        if (granted.isEmpty()) {
            connected().read(GRANT_LIMIT);
        }
        return granted.poll();
    }

    @Override
    public JsonNode say(JsonNode lease, String type, String fields) {
        String message = FleetLink.message(runner, lease, type, fields);
        while (true) {
            Stream now = connected();
            now.send(message);
            for (JsonNode heard; (heard = now.read(REPLY_LIMIT)) != null; ) {
                if (heard.path("lease_id").equals(lease.get("lease_id")) && answers(heard, type)) {
                    return heard;
                }
            }
            now.abandon();
        }
    }

    @Override
    public void forget(JsonNode lease) {
        holding.remove(lease.get("lease_id").stringValue());
        if (stream != null) {
            stream.send(want(1));
        }
    }

    /// What is pushed is no answer; nor is what a reconnect was told of a lease that ended by an unanswered Complete:
    /// the answer to that Complete follows.
    private static boolean answers(JsonNode heard, String type) {
        return switch (heard.get("type").stringValue()) {
            case "LeaseGranted", "CancelRequested" -> false;
            case "StaleLease" ->
                    !(type.equals("Complete")
                            && heard.get("reason").stringValue().equals("LEASE_COMPLETED"));
            default -> true;
        };
    }

    private String want(int jobs) {
        return "{\"type\":\"LeaseRequest\",\"runner_id\":\"%s\",\"max_jobs\":%d}"
                .formatted(runner, jobs);
    }

    private Stream connected() {
        while (stream == null) {
            Api api = fleet.server(moves);
            try {
                var opened = new Stream(api);
                opened.send(
                        "[{\"type\":\"Attach\",\"runner_id\":\"%s\",\"leases\":%s},%s]"
                                .formatted(
                                        runner,
                                        JSON.writeValueAsString(holding.keySet()),
                                        want(SLOTS - holding.size())));
                stream = opened;
            } catch (CompletionException gone) {
                moves++;
                fleet.pause(Duration.ofMillis(20));
            }
        }
        return stream;
    }

    /// One connection and what came through it.
    private final class Stream implements WebSocket.Listener {
        private static final Object END = new Object();

        private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        private final StringBuilder partial = new StringBuilder();
        private final WebSocket socket;

        Stream(Api api) {
            URI server = api.server();
            socket =
                    HTTP.newWebSocketBuilder()
                            .header("Authorization", "Bearer " + api.token())
                            .connectTimeout(REPLY_LIMIT)
                            .buildAsync(
                                    URI.create(
                                            "ws://" + server.getAuthority() + "/v1/runner/stream"),
                                    this)
                            .join();
        }

        void send(String frame) {
            try {
                socket.sendText(frame, true).join();
            } catch (CompletionException gone) {
                heard.add(END);
            }
        }

        /// The next message, or null if there is none in time or the stream is over.
        @Nullable JsonNode read(Duration longest) {
            try {
                Object next = heard.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
                if (next instanceof JsonNode message) {
                    if (message.get("type").stringValue().equals("LeaseGranted")) {
                        granted.add(message);
                        holding.put(message.get("lease_id").stringValue(), message);
                    }
                    return message;
                }
                if (next == END) {
                    abandon();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return null;
        }

        void abandon() {
            socket.abort();
            if (stream == this) {
                stream = null;
                moves++;
            }
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
            heard.add(END);
            return null;
        }

        @Override
        public void onError(WebSocket webSocket, Throwable error) {
            heard.add(END);
        }
    }
}
