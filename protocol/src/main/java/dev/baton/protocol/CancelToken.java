package dev.baton.protocol;

/// The secret that authenticates a cancel to a runner, where a transport needs one. It is never printed.
public record CancelToken(String text) {
    public CancelToken {
        Secrets.require(text, Limits.MOST_LEASE_ID_CHARACTERS);
    }

    @Override
    public String toString() {
        return "***";
    }
}
