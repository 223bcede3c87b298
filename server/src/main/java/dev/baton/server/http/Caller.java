package dev.baton.server.http;

import org.jspecify.annotations.Nullable;

/// Who calls.
///
/// @param credential the id of the token, never the token; empty for anyone
/// @param name how audit trails name the caller
/// @param runner the only runner id that the caller may use, if the token is pinned to one
public record Caller(String credential, String name, @Nullable String runner) {
    public static final Caller ANYONE = new Caller("", "anyone", null);
}
