package dev.baton.executor;

import dev.baton.executor.wire.WireJson;

/// A result that is JSON already, and is sent as it is.
public record RawJson(String text) {
    /// @throws IllegalArgumentException if it is not one JSON value: it would break the frame around it
    public RawJson {
        WireJson.requireOneValue(text);
    }
}
