package dev.baton.core;

/// The name of a [Gate]: jobs that share it share its limit.
public record GateKey(String value) {
    public static final int MOST_CHARACTERS = 200;

    public GateKey {
        Names.require("gate", value, MOST_CHARACTERS);
    }

    @Override
    public String toString() {
        return value;
    }
}
