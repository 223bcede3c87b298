package dev.baton.core;

/// A limit on how many jobs of one kind may be ready or in flight at once.
///
/// A job takes its place when it is let through and keeps it until it ends, is given back or waits for a retry:
/// see [Job#holdsGate]. Behind the gate jobs wait in queue order.
public record Gate(GateKey key, int limit, int taken) {
    public static final int HIGHEST_LIMIT = 100_000;

    public Gate {
        if (limit < 1 || limit > HIGHEST_LIMIT) {
            throw new IllegalArgumentException(
                    "gate %s: expected a limit of 1 to %d, got %d"
                            .formatted(key, HIGHEST_LIMIT, limit));
        }
        if (taken < 0) {
            throw new IllegalArgumentException("gate %s: %d places taken".formatted(key, taken));
        }
    }

    /// How many more jobs may pass. Zero as well when the limit was lowered under what is taken.
    public int room() {
        return Math.max(0, limit - taken);
    }

    public Gate withTaken(int places) {
        return new Gate(key, limit, places);
    }

    public Gate withLimit(int newLimit) {
        return new Gate(key, newLimit, taken);
    }
}
