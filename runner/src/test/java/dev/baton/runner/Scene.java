package dev.baton.runner;

import dev.baton.executor.pool.ExecutorConfig;
import dev.baton.runner.link.Orchestrators;
import dev.baton.server.Orchestrator;
import dev.baton.server.config.ServerConfig;
import dev.baton.server.config.ServerSetting;
import dev.baton.settings.SettingSources;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A real orchestrator on a free port, and the runners that a test starts.
final class Scene implements AutoCloseable {
    static final Map<ServerSetting, String> SHORT_LEASES =
            Map.of(
                    ServerSetting.LEASE_TTL, "10s",
                    ServerSetting.LEASE_HEARTBEAT_INTERVAL, "200ms",
                    ServerSetting.LEASE_ACK_TIMEOUT, "2s",
                    ServerSetting.LEASE_CANCEL_DEADLINE, "5s");

    private static final JsonMapper JSON = JsonMapper.builder().build();

    final Path directory;
    private final Map<ServerSetting, String> settings;
    private final HttpClient http;
    private final List<Runner> runners = new ArrayList<>();
    private Orchestrator orchestrator;
    private final URI address;
    private final String admin;
    final String runnerToken;

    Scene(Path directory, Map<ServerSetting, String> settings) {
        this(directory, settings, HttpClient.newHttpClient());
    }

    /// @param http for requests of users
    Scene(Path directory, Map<ServerSetting, String> settings, HttpClient http) {
        this.directory = directory;
        this.settings = settings;
        this.http = http;
        orchestrator = start("0");
        address = orchestrator.address();
        try {
            admin = Files.readString(directory.resolve("server/admin-token")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        runnerToken =
                post("/v1/tokens", "{\"kind\":\"runner\",\"name\":\"runners\"}")
                        .get("token")
                        .stringValue();
    }

    Scene(Path directory) {
        this(directory, SHORT_LEASES);
    }

    private Orchestrator start(String port) {
        var sources =
                new SettingSources(ServerSetting.values())
                        .flag(ServerSetting.SERVER_PORT, port)
                        .flag(ServerSetting.SERVER_DATA, directory.resolve("server").toString())
                        .flag(ServerSetting.SWEEP_INTERVAL, "20ms");
        settings.forEach(sources::flag);
        return Orchestrator.start(ServerConfig.read(sources), InstantSource.system());
    }

    void stopOrchestrator() {
        orchestrator.close();
    }

    /// The orchestrator is back, at the same address and with the same data.
    void startOrchestrator() {
        orchestrator = start(Integer.toString(address.getPort()));
    }

    RunnerConfig config(String name, int capacity) {
        return config(name, capacity, Duration.ofSeconds(30));
    }

    RunnerConfig config(String name, int capacity, Duration stopGrace) {
        return config(address, name, capacity, stopGrace, RunnerConfig.DEFAULT_LOG_BYTES);
    }

    RunnerConfig config(URI server, String name, int capacity, Duration stopGrace, long logBytes) {
        return config(Orchestrators.of(server), name, capacity, stopGrace, logBytes);
    }

    RunnerConfig config(
            Orchestrators orchestrators,
            String name,
            int capacity,
            Duration stopGrace,
            long logBytes) {
        return new RunnerConfig(
                orchestrators,
                runnerToken,
                name,
                directory.resolve(name),
                capacity,
                List.of(),
                stopGrace,
                Duration.ofMillis(500),
                logBytes);
    }

    URI address() {
        return address;
    }

    Runner runner(String name) {
        return runner(config(name, 1));
    }

    Runner runner(RunnerConfig config) {
        return runner(config, Map.of());
    }

    Runner runner(RunnerConfig config, Map<String, ExecutorConfig> executors) {
        return runner(config, executors, TelemetryConfig.NONE);
    }

    Runner runner(
            RunnerConfig config, Map<String, ExecutorConfig> executors, TelemetryConfig telemetry) {
        Runner runner = Runner.start(config, executors, telemetry, InstantSource.system());
        runners.add(runner);
        return runner;
    }

    /// Submits one job, and returns its id.
    ///
    /// @param fields of the job beside its name
    String submit(String fields) {
        JsonNode run = post("/v1/runs", "{\"jobs\":[{\"name\":\"a\",%s}]}".formatted(fields));
        return run.get("jobs").get(0).get("id").stringValue();
    }

    String submitSteps(String... steps) {
        return submit("\"steps\":" + JSON.writeValueAsString(steps));
    }

    JsonNode job(String id) {
        return JSON.readTree(get("/v1/jobs/" + id));
    }

    JsonNode json(String path) {
        return JSON.readTree(get(path));
    }

    String status(String id) {
        return job(id).get("status").stringValue();
    }

    String log(String id) {
        return get("/v1/jobs/" + id + "/log");
    }

    byte[] logBytes(String id) {
        return bytes(request("/v1/jobs/" + id + "/log").GET());
    }

    void sendPack(byte[] pack) {
        send(
                request("/v1/contents")
                        .header("Content-Type", "application/vnd.baton.pack")
                        .POST(BodyPublishers.ofByteArray(pack)));
    }

    /// What the steps of a job printed, without times and sources.
    String printed(String id) {
        var text = new StringBuilder();
        for (String line : log(id).lines().toList()) {
            String[] parts = line.split(" ", 4);
            if (parts.length >= 3 && (parts[1].equals("stdout") || parts[1].equals("stderr"))) {
                text.append(parts.length > 3 ? parts[3] : "");
                text.append(parts[2].equals("F") ? "\n" : "");
            }
        }
        return text.toString();
    }

    String audit(String id) {
        return get("/v1/jobs/" + id + "/audit");
    }

    /// The kinds of what happened to a job, in order.
    List<String> events(String id) {
        var kinds = new ArrayList<String>();
        for (JsonNode event : JSON.readTree(audit(id)).get("events")) {
            kinds.add(event.get("kind").stringValue());
        }
        return kinds;
    }

    /// The process of this runner is said to be gone: its leases are taken back.
    void takeLeasesFrom(String runner) {
        String path =
                "/v1/runner/remove?runner_id=%s&instance=%s".formatted(runner, instanceOf(runner));
        var removed =
                send(
                        HttpRequest.newBuilder(address.resolve(path))
                                .header("Authorization", "Bearer " + runnerToken)
                                .POST(BodyPublishers.noBody()));
        if (JSON.readTree(removed).get("leases_taken_back").intValue() == 0) {
            throw new AssertionError("nothing was taken back: " + removed);
        }
    }

    /// Only the orchestrator's store knows.
    private String instanceOf(String runner) {
        try (var store =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + directory.resolve("server/baton.db"));
                var query =
                        store.prepareStatement(
                                "SELECT instance FROM job_state WHERE runner = ? AND expires_at IS NOT NULL")) {
            query.setString(1, runner);
            try (var rows = query.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Makes the token of this name worthless.
    void revoke(String name) {
        for (JsonNode token : JSON.readTree(get("/v1/tokens")).path("tokens")) {
            if (token.path("name").asString("").equals(name)) {
                send(request("/v1/tokens/" + token.path("id").asString("")).DELETE());
            }
        }
    }

    void touch(String file) {
        try {
            Files.writeString(Path.of(file), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void cancel(String id) {
        post("/v1/jobs/" + id + "/cancel", "{}");
    }

    String get(String path) {
        return send(request(path).GET());
    }

    JsonNode post(String path, String json) {
        return JSON.readTree(
                send(
                        request(path)
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(json))));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(address.resolve(path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + admin);
    }

    private String send(HttpRequest.Builder request) {
        return new String(bytes(request), StandardCharsets.UTF_8);
    }

    private byte[] bytes(HttpRequest.Builder request) {
        try {
            var response = http.send(request.build(), BodyHandlers.ofByteArray());
            if (response.statusCode() / 100 != 2) {
                throw new IllegalStateException(
                        response.statusCode()
                                + " "
                                + new String(response.body(), StandardCharsets.UTF_8));
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        runners.forEach(Runner::close);
        orchestrator.close();
    }
}
