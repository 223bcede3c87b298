package dev.baton.sandbox;

/// The machine could not do what a box needs.
public final class SandboxException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SandboxException(String message) {
        super(message);
    }

    public SandboxException(String message, Throwable cause) {
        super(message, cause);
    }
}
