package dev.baton.protocol;

import java.util.Arrays;

/// What the secrets on the wire have to look like. An error about one never quotes it.
final class Secrets {
    /// By character. A look at a table always goes the same way; comparisons of random characters never do, and a processor that guesses
    /// wrong each time takes ten times as long.
    private static final boolean[] ALLOWED = allowed();

    private Secrets() {}

    static void require(String text, int mostCharacters) {
        if (text.isEmpty() || text.length() > mostCharacters) {
            throw refused(mostCharacters, text.length() + " characters");
        }
        for (int i = 0; i < text.length(); i++) {
            if (!isAllowed(text.charAt(i))) {
                throw refused(mostCharacters, "another at position " + i);
            }
        }
    }

    private static boolean isAllowed(char c) {
        return c < ALLOWED.length && ALLOWED[c];
    }

    private static boolean[] allowed() {
        var allowed = new boolean['z' + 1];
        Arrays.fill(allowed, 'a', 'z' + 1, true);
        Arrays.fill(allowed, 'A', 'Z' + 1, true);
        Arrays.fill(allowed, '0', '9' + 1, true);
        allowed['_'] = true;
        allowed['.'] = true;
        allowed['-'] = true;
        return allowed;
    }

    private static IllegalArgumentException refused(int mostCharacters, String came) {
        return new IllegalArgumentException(
                "expected 1 to %d characters of A-Z a-z 0-9 _ . -, got %s"
                        .formatted(mostCharacters, came));
    }
}
