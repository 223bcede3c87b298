package dev.baton.core;

/// How the ids that are a prefix and a number are read and checked.
final class Numbered {
    private static final int MOST_DIGITS = 18;

    private Numbered() {}

    static void requirePositive(String prefix, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(
                    "expected %s and a positive number, got %d".formatted(prefix, value));
        }
    }

    static long parse(String prefix, String text) {
        String digits = text.startsWith(prefix) ? text.substring(prefix.length()) : text;
        if (digits.isEmpty()
                || digits.length() > MOST_DIGITS
                || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException(
                    "expected an id such as %s123, got '%s'".formatted(prefix, Shown.of(text)));
        }
        return Long.parseLong(digits);
    }
}
