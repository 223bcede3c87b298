package dev.baton.core;

/// Untrusted text made fit to be quoted in a message: short, and without control characters.
public final class Shown {
    private static final int MOST_CHARACTERS = 60;

    private Shown() {}

    public static String of(String text) {
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
