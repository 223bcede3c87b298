package dev.baton.runner.link;

/// A connection could not be made, or broke.
final class LinkException extends Exception {
    private static final long serialVersionUID = 1;

    /// What to think of it.
    enum Kind {
        /// Nobody is there, or nobody answers.
        UNREACHABLE,
        /// Somebody is there who does not let us in.
        REFUSED,
        /// The token is unknown, revoked, or not one for this runner.
        TOKEN_REFUSED,
        /// Somebody is there who does not speak WebSocket.
        NO_STREAM
    }

    private final Kind kind;

    LinkException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }
}
