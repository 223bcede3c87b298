package dev.baton.runner;

/// A runner cannot start.
public final class RunnerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RunnerException(String message) {
        super(message);
    }

    RunnerException(String message, Throwable cause) {
        super(message, cause);
    }
}
