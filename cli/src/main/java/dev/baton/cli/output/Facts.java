package dev.baton.cli.output;

import dev.baton.core.Shown;

import tools.jackson.databind.JsonNode;

/// What is known of one thing, a line for each fact. For one thread.
public final class Facts {
    private static final int MAX_LONG_CHARACTERS = 2_000;

    private final StringBuilder text = new StringBuilder();

    /// Adds what the orchestrator says, if it says anything. What others wrote cannot take the terminal over.
    public Facts add(String label, JsonNode value) {
        return add(label, value.asString(""));
    }

    /// Adds what somebody wrote, if they did.
    public Facts add(String label, String value) {
        return value.isEmpty() ? this : styled(label, Shown.of(value));
    }

    /// Adds a value that people want to see whole, within reason.
    public Facts addLong(String label, JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return this;
        }
        String text = value.toString();
        boolean cut = text.length() > MAX_LONG_CHARACTERS;
        var plain = new StringBuilder();
        text.substring(0, cut ? MAX_LONG_CHARACTERS : text.length())
                .codePoints()
                .forEach(c -> plain.appendCodePoint(Shown.isPlain(c) ? c : '\uFFFD'));
        return styled(
                label,
                cut
                        ? plain + "… (%d characters; --json shows all)".formatted(text.length())
                        : plain.toString());
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
