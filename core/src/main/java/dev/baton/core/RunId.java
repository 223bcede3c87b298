package dev.baton.core;

/// The number of a run, unique in a store. Written `run_456`.
public record RunId(long value) {
    private static final String PREFIX = "run_";

    public RunId {
        Numbered.requirePositive(PREFIX, value);
    }

    /// Reads `run_456`, or the bare number that people type.
    public static RunId parse(String text) {
        return new RunId(Numbered.parse(PREFIX, text));
    }

    @Override
    public String toString() {
        return PREFIX + value;
    }
}
