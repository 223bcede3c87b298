package dev.baton.server;

import dev.baton.server.config.ServerConfig;
import dev.baton.server.config.ServerSetting;
import dev.baton.settings.SettingSources;
import dev.baton.testkit.ManualClock;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// A real orchestrator on a free port of this machine, on a SQLite file of its own, with a clock that stands still.
final class TestServer implements AutoCloseable {
    static final Instant START = Instant.parse("2026-01-04T08:00:00Z");

    final ManualClock clock;
    final Path data;
    final Orchestrator orchestrator;

    private TestServer(Path data, Map<ServerSetting, String> settings, Instant start) {
        this.data = data;
        clock = ManualClock.startingAt(start);
        var sources =
                new SettingSources(ServerSetting.values())
                        .flag(ServerSetting.SERVER_PORT, "0")
                        .flag(ServerSetting.SERVER_DATA, data.toString())
                        .flag(ServerSetting.SWEEP_INTERVAL, "5ms");
        settings.forEach(sources::flag);
        orchestrator = Orchestrator.start(ServerConfig.read(sources), clock);
    }

    static TestServer start(Path data) {
        return new TestServer(data, Map.of(), START);
    }

    static TestServer start(Path data, Map<ServerSetting, String> settings) {
        return new TestServer(data, settings, START);
    }

    /// @param start what the clock of the orchestrator says, and goes on saying
    static TestServer start(Path data, Map<ServerSetting, String> settings, Instant start) {
        return new TestServer(data, settings, start);
    }

    URI address() {
        return orchestrator.address();
    }

    /// Someone who may do everything.
    Client admin() {
        try {
            return new Client(address(), Files.readString(data.resolve("admin-token")).strip());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    Client anyone() {
        return new Client(address(), null);
    }

    /// Someone with a new token of this kind.
    Client with(String kind, String name) {
        var issued =
                admin().post(
                                "/v1/tokens",
                                """
                                {"kind":"%s","name":"%s"}"""
                                        .formatted(kind, name));
        return new Client(address(), issued.json().get("token").stringValue());
    }

    Client user() {
        return with("user", "some-user");
    }

    Client runner() {
        return with("runner", "some-runner");
    }

    void advance(Duration step) {
        clock.advance(step);
    }

    @Override
    public void close() {
        orchestrator.close();
    }
}
