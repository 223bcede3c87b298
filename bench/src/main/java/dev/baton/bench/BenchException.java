package dev.baton.bench;

/// A measurement could not be made, or what it saw must not be: a job lost, or done twice.
public final class BenchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BenchException(String message) {
        super(message);
    }

    public BenchException(String message, Throwable cause) {
        super(message, cause);
    }
}
