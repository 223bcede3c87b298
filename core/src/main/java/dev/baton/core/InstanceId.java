package dev.baton.core;

/// One process of a runner: chosen at random when the process starts, and never used again.
///
/// A runner's name comes back with its next process. What a process holds does not.
public record InstanceId(String value) {
    public static final int MAX_CHARACTERS = 64;

    public InstanceId {
        Names.require("instance", value, MAX_CHARACTERS);
    }

    @Override
    public String toString() {
        return value;
    }
}
