package dev.baton.runner.spec;

/// A job_spec that this runner cannot execute, now or ever. The message is for whoever submitted it.
public final class BadSpecException extends Exception {
    private static final long serialVersionUID = 1;

    public BadSpecException(String message) {
        super(message);
    }
}
