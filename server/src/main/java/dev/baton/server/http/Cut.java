package dev.baton.server.http;

/// Why a connection was refused or ended without an answer.
public enum Cut {
    /// There are as many as there may be.
    TOO_MANY,
    /// Its address has as many as it may have.
    TOO_MANY_OF_ADDRESS,
    /// Its headers did not arrive in time.
    SLOW_HEADERS,
    /// It does not read what it asked for.
    NOT_READING;

    /// Told of every connection that was cut.
    @FunctionalInterface
    public interface Observer {
        void cut(Cut why);
    }
}
