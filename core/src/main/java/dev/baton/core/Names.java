package dev.baton.core;

/// What every name that ends up in logs, tables and file names has to look like.
final class Names {
    private static final String OTHER_CHARACTERS = "._:@/=+-";

    private Names() {}

    static void require(String what, String value, int mostCharacters) {
        if (value.isEmpty()
                || value.length() > mostCharacters
                || !value.chars().allMatch(Names::isAllowed)) {
            throw new IllegalArgumentException(
                    "%s: expected 1 to %d characters of A-Z a-z 0-9 %s, got '%s'"
                            .formatted(what, mostCharacters, OTHER_CHARACTERS, Shown.of(value)));
        }
    }

    private static boolean isAllowed(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || OTHER_CHARACTERS.indexOf(c) >= 0;
    }
}
