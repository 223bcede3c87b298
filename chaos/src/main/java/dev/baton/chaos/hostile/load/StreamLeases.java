package dev.baton.chaos.hostile.load;

import dev.baton.chaos.hostile.load.BeatLog.Beat;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// Leases on one lease stream. One thread sends a heartbeat at a time, each when it is due, whether or not those before are answered. When the
/// stream ends it is opened again, and what was not answered is sent again.
public final class StreamLeases implements BeatingLeases {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long PAUSE_MILLIS = 200;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final URI server;
    private final String token;
    private final String runner;
    private final String instance = UUID.randomUUID().toString();
    private final BeatLog log;
    private final ClientLag lag;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .executor(Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory()))
                    .build();
    private final Map<String, Held> leases = new ConcurrentHashMap<>();
    private final CountDownLatch granted;
    private final int count;
    private final Thread beater =
            Thread.ofPlatform().daemon().name("stream-beats").unstarted(this::run);
    private volatile @Nullable WebSocket socket;
    private volatile boolean closing;
    private volatile @Nullable CountDownLatch completed;

    private static final class Held {
        private final String lease;
        private final String job;
        private volatile @Nullable Beat open;
        private volatile boolean acknowledged;
        private volatile boolean over;

        private Held(JsonNode granted) {
            lease = granted.get("lease_id").stringValue();
            job = granted.get("job_id").stringValue();
        }
    }

    /// @param runner its id, and the capability that its jobs require
    /// @param count how many leases it takes
    public StreamLeases(
            URI server, String runner, String token, int count, BeatLog log, ClientLag lag) {
        this.server = server;
        this.token = token;
        this.runner = runner;
        this.count = count;
        this.log = log;
        this.lag = lag;
        granted = new CountDownLatch(count);
    }

    /// Takes its leases, acknowledges them, and begins to beat.
    public void take() throws IOException, InterruptedException {
        connect();
        say(
                "{\"type\":\"LeaseRequest\",\"runner_id\":\"%s\",\"max_jobs\":%d}"
                        .formatted(runner, count));
        if (!granted.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            throw new IOException(
                    "expected %d leases within %s, got %d"
                            .formatted(count, TIMEOUT, count - granted.getCount()));
        }
        beater.start();
    }

    private void connect() {
        String named =
                leases.values().stream()
                        .filter(held -> !held.over)
                        .map(held -> "\"" + held.lease + "\"")
                        .collect(Collectors.joining(","));
        var opened =
                http.newWebSocketBuilder()
                        .header("Authorization", "Bearer " + token)
                        .connectTimeout(Duration.ofSeconds(5))
                        .buildAsync(
                                URI.create(
                                        "ws://%s/v1/runner/stream"
                                                .formatted(server.getAuthority())),
                                new Listener())
                        .join();
        socket = opened;
        say(
                "{\"type\":\"Attach\",\"runner_id\":\"%s\",\"instance\":\"%s\",\"capabilities\":[\"%s\"],\"leases\":[%s]}"
                        .formatted(runner, instance, runner, named));
    }

    private void run() {
        var all = leases.values().stream().toList();
        long step = INTERVAL.toNanos() / all.size();
        long due = System.nanoTime();
        try {
            for (int i = 0; !closing; i++, due += step) {
                if (socket == null) {
                    reconnect();
                }
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                lag.late(System.nanoTime() - due);
                var held = all.get(i % all.size());
                if (!held.over && held.open == null && !closing) {
                    held.open = log.begin(0);
                    beat(held);
                }
                due = Math.max(due, System.nanoTime() - INTERVAL.toNanos());
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void reconnect() throws InterruptedException {
        while (!closing && socket == null) {
            try {
                connect();
                leases.values().stream().filter(held -> held.open != null).forEach(this::beat);
            } catch (CompletionException refused) {
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    private void beat(Held held) {
        say(
                "{\"type\":\"Heartbeat\",\"lease_id\":\"%s\",\"runner_id\":\"%s\"}"
                        .formatted(held.lease, runner));
    }

    private synchronized void say(String frame) {
        var now = socket;
        if (now != null) {
            try {
                now.sendText(frame, true).join();
            } catch (CompletionException gone) {
                socket = null;
            }
        }
    }

    private void heard(JsonNode message) {
        String type = message.path("type").stringValue("");
        if (type.equals("LeaseGranted")) {
            var held = new Held(message);
            leases.put(held.lease, held);
            Thread.startVirtualThread(
                    () ->
                            say(
                                    "{\"type\":\"AckLease\",\"lease_id\":\"%s\",\"runner_id\":\"%s\",\"job_id\":\"%s\"}"
                                            .formatted(held.lease, runner, held.job)));
            return;
        }
        var held = leases.get(message.path("lease_id").stringValue(""));
        if (held == null) {
            return;
        }
        switch (type) {
            case "LeaseAcked" -> {
                if (!held.acknowledged) {
                    held.acknowledged = true;
                    granted.countDown();
                }
            }
            case "HeartbeatAck" -> {
                var beat = held.open;
                if (beat != null) {
                    log.accepted(beat);
                    held.open = null;
                }
            }
            case "CompleteAck" -> end(held, message.path("accepted").booleanValue(false), message);
            case "StaleLease" -> end(held, false, message);
            default -> {
                // a message that is refused is sent again with the next beat
            }
        }
    }

    private void end(Held held, boolean well, JsonNode message) {
        if (held.over) {
            return;
        }
        held.over = true;
        if (!well) {
            var beat = held.open;
            held.open = null;
            if (beat == null) {
                log.lost(held.job, message.toString());
            } else {
                log.lost(beat, held.job, message.toString());
            }
        }
        var waiting = completed;
        if (waiting != null) {
            waiting.countDown();
        }
    }

    @Override
    public int held() {
        return (int) leases.values().stream().filter(held -> !held.over).count();
    }

    @Override
    public void complete() throws IOException, InterruptedException {
        stopBeating();
        var waiting = new CountDownLatch(held());
        completed = waiting;
        if (socket == null) {
            connect();
        }
        for (var held : leases.values()) {
            if (!held.over) {
                say(
                        "{\"type\":\"Complete\",\"lease_id\":\"%s\",\"runner_id\":\"%s\",\"status\":\"SUCCEEDED\",\"exit_code\":0}"
                                .formatted(held.lease, runner));
            }
        }
        if (!waiting.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            leases.values().stream()
                    .filter(held -> !held.over)
                    .forEach(held -> log.lost(held.job, "its Complete was not answered"));
        }
        close();
    }

    private void stopBeating() throws InterruptedException {
        closing = true;
        beater.interrupt();
        beater.join();
        for (var held : leases.values()) {
            var beat = held.open;
            if (beat != null) {
                log.abandoned(beat);
                held.open = null;
            }
        }
    }

    @Override
    public void close() {
        closing = true;
        var now = socket;
        if (now != null) {
            now.abort();
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder partial = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(
                WebSocket from, CharSequence data, boolean last) {
            partial.append(data);
            if (last) {
                JsonNode frame = JSON.readTree(partial.toString());
                partial.setLength(0);
                if (frame.isArray()) {
                    frame.forEach(StreamLeases.this::heard);
                } else {
                    heard(frame);
                }
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
            ended(from);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            ended(from);
        }

        private void ended(WebSocket from) {
            if (from.equals(socket)) {
                socket = null;
            }
        }
    }
}
