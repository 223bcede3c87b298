package dev.baton.cli;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionException;

/// A runner on the lease stream. When its stream breaks it attaches elsewhere, names what it holds and repeats what
/// was not answered.
final class StreamLink implements FleetLink {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int SLOTS = 3;
    private static final Duration REPLY_LIMIT = Duration.ofSeconds(10);
    private static final Duration GRANT_LIMIT = Duration.ofMillis(500);

    private final Fleet fleet;
    private final String runner;
    private int moves;
    private @Nullable LeaseStreamClient stream;
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
            read(connected(), GRANT_LIMIT);
        }
        return granted.poll();
    }

    @Override
    public JsonNode say(JsonNode lease, String type, String fields) {
        String message = FleetLink.message(runner, lease, type, fields);
        while (true) {
            LeaseStreamClient now = connected();
            now.send(message);
            for (JsonNode heard; (heard = read(now, REPLY_LIMIT)) != null; ) {
                if (heard.path("lease_id").equals(lease.get("lease_id")) && answers(heard, type)) {
                    return heard;
                }
            }
            abandon();
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

    private LeaseStreamClient connected() {
        while (stream == null) {
            Api api = fleet.server(moves);
            try {
                var opened = new LeaseStreamClient(api);
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

    /// The next message, or null if there is none in time or the stream is over.
    private @Nullable JsonNode read(LeaseStreamClient now, Duration longest) {
        JsonNode message = now.read(longest);
        if (message != null && message.get("type").stringValue().equals("LeaseGranted")) {
            granted.add(message);
            holding.put(message.get("lease_id").stringValue(), message);
        }
        if (now.isOver()) {
            abandon();
        }
        return message;
    }

    private void abandon() {
        if (stream != null) {
            stream.close();
            stream = null;
            moves++;
        }
    }
}
