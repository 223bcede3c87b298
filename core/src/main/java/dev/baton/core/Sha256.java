package dev.baton.core;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A SHA-256 digest; as text 64 lowercase hexadecimal digits.
public record Sha256(long first, long second, long third, long fourth) {
    public static final int BYTES = 32;

    private static final String PREFIX = "sha256:";

    public static Sha256 of(byte[] digest) {
        if (digest.length != BYTES) {
            throw new IllegalArgumentException(
                    "expected the %d bytes of a SHA-256, got %d".formatted(BYTES, digest.length));
        }
        var bytes = ByteBuffer.wrap(digest);
        return new Sha256(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
    }

    /// Reads the hexadecimal form, in either case.
    public static Sha256 parse(String text) {
        if (text.length() != 2 * BYTES || !text.chars().allMatch(HexFormat::isHexDigit)) {
            throw new IllegalArgumentException(
                    "expected a SHA-256 as %d hexadecimal digits, got '%s'"
                            .formatted(2 * BYTES, Shown.of(text)));
        }
        return of(HexFormat.of().parseHex(text));
    }

    /// Reads the form that names the algorithm: `sha256:` and the hexadecimal digits.
    public static Sha256 parseNamed(String text) {
        if (!text.startsWith(PREFIX)) {
            throw new IllegalArgumentException(
                    "expected sha256: and %d hexadecimal digits, got '%s'"
                            .formatted(2 * BYTES, Shown.of(text)));
        }
        return parse(text.substring(PREFIX.length()));
    }

    public static Sha256 digestOf(byte[] content) {
        return of(newDigest().digest(content));
    }

    /// A running SHA-256, for content that does not fit into memory.
    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    public byte[] toBytes() {
        return ByteBuffer.allocate(BYTES)
                .putLong(first)
                .putLong(second)
                .putLong(third)
                .putLong(fourth)
                .array();
    }

    /// The form that names the algorithm, for places where another one may come one day.
    public String named() {
        return PREFIX + this;
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(toBytes());
    }
}
