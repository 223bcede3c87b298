package dev.baton.protocol;

/// The rule for text that is kept: no NUL, which PostgreSQL cannot store, and no half of a surrogate pair, which UTF-8 cannot
/// write. The same holds for every database, so that a store can be moved.
public final class StorableText {
    private static final char REPLACEMENT = '\uFFFD';

    private StorableText() {}

    public static boolean is(String text) {
        return text.indexOf(0) < 0 && Surrogates.arePaired(text);
    }

    /// The text with U+FFFD for each character that cannot be kept. For what peers report: it is no reason to refuse the
    /// report.
    public static String of(String text) {
        if (is(text)) {
            return text;
        }
        var kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                kept.append(REPLACEMENT);
            } else if (!Character.isSurrogate(c)) {
                kept.append(c);
            } else if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                kept.append(c).append(text.charAt(++i));
            } else {
                kept.append(REPLACEMENT);
            }
        }
        return kept.toString();
    }
}
