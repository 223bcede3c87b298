package dev.baton.cli;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Map;

/// A runner on plain HTTP: one request for each message, a long poll for a lease.
final class HttpLink implements FleetLink {
    private static final Map<String, String> PATHS =
            Map.of(
                    "AckLease", "/v1/runner/ack",
                    "Heartbeat", "/v1/runner/heartbeat",
                    "Complete", "/v1/runner/complete",
                    "CancelAck", "/v1/runner/cancel-ack");

    private final Fleet fleet;
    private final String runner;
    private final int home;

    /// @param home the number of the orchestrator to try first
    HttpLink(Fleet fleet, String runner, int home) {
        this.fleet = fleet;
        this.runner = runner;
        this.home = home;
    }

    @Override
    public @Nullable JsonNode next() {
        String request =
                "{\"runner_id\":\"%s\",\"max_jobs\":1,\"wait_seconds\":1}".formatted(runner);
        var leases =
                fleet.ask(home, api -> api.post("/v1/runner/lease", request)).json().get("leases");
        return leases.isEmpty() ? null : leases.get(0);
    }

    @Override
    public JsonNode say(JsonNode lease, String type, String fields) {
        String message = FleetLink.message(runner, lease, type, fields);
        return fleet.ask(home, api -> api.post(PATHS.get(type), message)).json();
    }

    @Override
    public void forget(JsonNode lease) {}
}
