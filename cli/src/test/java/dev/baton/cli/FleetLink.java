package dev.baton.cli;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/// How a runner of the fleet reaches the orchestrators, whichever of them is there. For one thread.
interface FleetLink {
    /// Waits a little for a lease: a LeaseGranted, or null.
    @Nullable JsonNode next();

    /// Says something for a lease, again and again until there is a reply.
    ///
    /// @param fields more of the message, each with a comma before it
    JsonNode say(JsonNode lease, String type, String fields);

    /// The runner is done with a lease and can take another.
    void forget(JsonNode lease);

    /// The text of a message.
    static String message(String runner, JsonNode lease, String type, String fields) {
        return "{\"type\":\"%s\",\"lease_id\":%s,\"runner_id\":\"%s\"%s}"
                .formatted(type, lease.get("lease_id"), runner, fields);
    }
}
