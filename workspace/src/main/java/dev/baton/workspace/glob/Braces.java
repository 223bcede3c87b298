package dev.baton.workspace.glob;

import dev.baton.core.Shown;
import dev.baton.workspace.WorkspaceException;
import dev.baton.workspace.WorkspaceException.Code;

import java.util.ArrayList;
import java.util.List;

/// Writes out `{a,b}`: each pattern that it stands for, one by one. Braces may be in braces.
final class Braces {
    private static final int MOST_ALTERNATIVES = 256;

    private Braces() {}

    /// @throws WorkspaceException if a brace is not closed, or there are too many alternatives
    static List<String> expand(String text) {
        var done = new ArrayList<String>();
        var open = new ArrayList<String>(List.of(text));
        while (!open.isEmpty()) {
            String next = open.removeLast();
            int brace = firstOpen(next);
            if (brace < 0) {
                done.add(next);
            } else {
                int end = closing(next, brace);
                for (String choice : choices(next.substring(brace + 1, end))) {
                    open.add(next.substring(0, brace) + choice + next.substring(end + 1));
                }
            }
            if (open.size() + done.size() > MOST_ALTERNATIVES) {
                throw new WorkspaceException(
                        Code.INVALID_PATTERN,
                        "'%s': expected at most %d alternatives"
                                .formatted(Shown.of(text), MOST_ALTERNATIVES));
            }
        }
        return done;
    }

    private static List<String> choices(String inner) {
        var choices = new ArrayList<String>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < inner.length(); i++) {
            switch (inner.charAt(i)) {
                case '\\' -> i++;
                case '{' -> depth++;
                case '}' -> depth--;
                case ',' -> {
                    if (depth == 0) {
                        choices.add(inner.substring(start, i));
                        start = i + 1;
                    }
                }
                default -> {}
            }
        }
        choices.add(inner.substring(start));
        return choices;
    }

    private static int closing(String text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '\\' -> i++;
                case '{' -> depth++;
                case '}' -> {
                    depth--;
                    if (depth == 0) {
                        return i;
                    }
                }
                default -> {}
            }
        }
        throw new WorkspaceException(
                Code.INVALID_PATTERN, "'%s': expected a } for each {".formatted(Shown.of(text)));
    }

    private static int firstOpen(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == '{') {
                return i;
            }
        }
        return -1;
    }
}
