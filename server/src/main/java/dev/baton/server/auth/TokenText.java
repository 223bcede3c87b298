package dev.baton.server.auth;

import dev.baton.store.Tokens.Kind;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.random.RandomGenerator;

/// A token as its holder has it: `baton_user_` and 256 random bits in hex. It is never printed.
record TokenText(String text) {
    private static final int SECRET_BYTES = 32;
    private static final String PREFIX = "baton_";
    private static final int MOST_CHARACTERS = 200;

    static TokenText mint(Kind kind, RandomGenerator random) {
        var secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return new TokenText(
                PREFIX
                        + kind.name().toLowerCase(Locale.ROOT)
                        + "_"
                        + HexFormat.of().formatHex(secret));
    }

    /// Whether it is worth looking up.
    boolean isPlausible() {
        return text.startsWith(PREFIX) && text.length() <= MOST_CHARACTERS;
    }

    byte[] sha256() {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "***";
    }
}
