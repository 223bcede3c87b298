package dev.baton.protocol;

/// How many bytes a text has in UTF-8, counted without making them.
public final class Utf8Length {
    private static final int MAX_BYTES_OF_A_CHAR = 3;

    private Utf8Length() {}

    /// Whether it has more. A text that is short enough by far is not looked through.
    public static boolean exceeds(String text, int maxBytes) {
        return text.length() > maxBytes / MAX_BYTES_OF_A_CHAR && of(text) > maxBytes;
    }

    public static long of(String text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                // A pair of surrogates has four bytes, two for each.
                bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
            }
        }
        return bytes;
    }
}
