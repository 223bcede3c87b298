package dev.baton.executor;

import org.jspecify.annotations.Nullable;

/// The executor cannot start. The message says what was expected, what came, and what to do.
public final class ExecutorStartException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Cause kind;

    /// What is in the way, with the exit status of a program that gives up for it.
    public enum Cause {
        /// Whoever started it said nothing, too much, or something that is not allowed about where to listen.
        CONFIGURATION(2),
        /// The address is taken, or cannot be had.
        ADDRESS(1);

        private final int exitStatus;

        Cause(int exitStatus) {
            this.exitStatus = exitStatus;
        }

        public int exitStatus() {
            return exitStatus;
        }
    }

    ExecutorStartException(Cause kind, String message) {
        this(kind, message, null);
    }

    ExecutorStartException(Cause kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Cause kind() {
        return kind;
    }
}
