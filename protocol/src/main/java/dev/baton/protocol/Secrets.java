package dev.baton.protocol;

/// What the secrets on the wire have to look like. An error about one never quotes it.
final class Secrets {
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
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '.'
                || c == '-';
    }

    private static IllegalArgumentException refused(int mostCharacters, String came) {
        return new IllegalArgumentException(
                "expected 1 to %d characters of A-Z a-z 0-9 _ . -, got %s"
                        .formatted(mostCharacters, came));
    }
}
