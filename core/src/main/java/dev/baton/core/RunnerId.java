package dev.baton.core;

/// The name by which a runner calls itself, stable for as long as it lives.
public record RunnerId(String value) {
    public static final int MOST_CHARACTERS = 128;

    public RunnerId {
        Names.require("runner_id", value, MOST_CHARACTERS);
    }

    @Override
    public String toString() {
        return value;
    }
}
