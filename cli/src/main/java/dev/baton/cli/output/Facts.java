package dev.baton.cli.output;

import dev.baton.core.Shown;

import tools.jackson.databind.JsonNode;

/// What is known of one thing, a line for each fact. For one thread.
public final class Facts {
    private final StringBuilder text = new StringBuilder();

    /// Adds what the orchestrator says, if it says anything. What others wrote cannot take the terminal over.
    public Facts add(String label, JsonNode value) {
        return add(label, value.asString(""));
    }

    /// Adds what somebody wrote, if they did.
    public Facts add(String label, String value) {
        return value.isEmpty() ? this : styled(label, Shown.of(value));
    }

    /// Adds what is ours, and may have colours.
    public Facts styled(String label, String value) {
        text.append("%-10s %s%n".formatted(label, value));
        return this;
    }

    public String text() {
        return text.toString();
    }
}
