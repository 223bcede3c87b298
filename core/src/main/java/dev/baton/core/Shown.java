package dev.baton.core;

import java.util.regex.Pattern;

/// Untrusted text made fit to be quoted in a message: short, without control characters, and without the secret of a lease id or a
/// token that was put where something else was expected.
public final class Shown {
    private static final int MOST_CHARACTERS = 60;
    private static final Pattern SECRET =
            Pattern.compile("(lease_|baton_[a-z]{1,16}_)[A-Za-z0-9_.-]{12,}");

    private Shown() {}

    public static String of(String untrusted) {
        String text = SECRET.matcher(untrusted).replaceAll("$1***");
        var shown = new StringBuilder();
        text.codePoints()
                .limit(MOST_CHARACTERS)
                .forEach(c -> shown.appendCodePoint(isPlain(c) ? c : '\uFFFD'));
        if (text.codePointCount(0, text.length()) > MOST_CHARACTERS) {
            shown.append('…');
        }
        return shown.toString();
    }

    /// Whether a character can stand in a log line or a table without changing what surrounds it.
    public static boolean isPlain(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }
}
