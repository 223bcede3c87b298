package dev.baton.core;

import java.nio.ByteBuffer;

/// The SHA-256 of a lease id: what the store keeps instead of the secret.
public record LeaseDigest(long first, long second, long third, long fourth) {
    public static final int BYTES = 32;

    public static LeaseDigest of(byte[] sha256) {
        if (sha256.length != BYTES) {
            throw new IllegalArgumentException(
                    "expected %d bytes, got %d".formatted(BYTES, sha256.length));
        }
        var bytes = ByteBuffer.wrap(sha256);
        return new LeaseDigest(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
    }

    public byte[] toBytes() {
        return ByteBuffer.allocate(BYTES)
                .putLong(first)
                .putLong(second)
                .putLong(third)
                .putLong(fourth)
                .array();
    }
}
