package dev.baton.server.http;

import org.jspecify.annotations.Nullable;

/// Who calls.
///
/// @param credential the id of the token, never the token; empty for anyone
/// @param name how audit trails name the caller
/// @param runner the only runner id that the caller may use, if the token is pinned to one
public record Caller(String credential, String name, @Nullable String runner) {
    public static final Caller ANYONE = new Caller("", "anyone", null);

    /// What leases of tokens that are pinned to one runner are bound to: the runner, so that its token can be exchanged.
    private static final String PINNED = "runner";

    /// What the leases are bound to that the caller takes.
    public String leaseCredential() {
        return runner == null ? credential : PINNED;
    }
}
