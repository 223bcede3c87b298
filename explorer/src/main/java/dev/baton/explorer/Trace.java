package dev.baton.explorer;

import java.util.List;

/// The story of a broken promise, from the start.
///
/// @param promise what was broken
/// @param lines one for each move, with what the jobs were after it
public record Trace(String promise, List<String> lines) {
    public Trace {
        lines = List.copyOf(lines);
    }

    @Override
    public String toString() {
        var text = new StringBuilder(promise);
        for (int i = 0; i < lines.size(); i++) {
            text.append("%n%4d. %s".formatted(i + 1, lines.get(i)));
        }
        return text.toString();
    }
}
