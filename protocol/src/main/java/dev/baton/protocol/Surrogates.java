package dev.baton.protocol;

/// The rule that text must be encodable: JSON can escape half of a surrogate pair, UTF-8 cannot write it.
public final class Surrogates {
    private Surrogates() {}

    public static boolean arePaired(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(c, text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /// The text with a replacement character for each half of a pair that stands alone.
    static String repaired(String text) {
        return text.codePoints()
                .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
