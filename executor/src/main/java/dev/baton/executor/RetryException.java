package dev.baton.executor;

import java.time.Duration;

/// Asks for another attempt. Whether and when there is one is for the orchestrator to say.
public final class RetryException extends Exception {
    private static final long serialVersionUID = 1;

    private final Duration after;

    /// @param after how long it should wait at least
    public RetryException(Duration after, String message) {
        super(message);
        this.after = after;
    }

    public Duration after() {
        return after;
    }
}
