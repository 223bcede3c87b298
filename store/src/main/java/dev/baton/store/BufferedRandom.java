package dev.baton.store;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/// Secure random bytes, drawn from the system in large pieces: a lease needs 32, and a call costs more than they do.
///
/// One thread only.
final class BufferedRandom implements RandomGenerator {
    private static final int PIECE = 8_192;

    private final SecureRandom source = new SecureRandom();
    private final byte[] piece = new byte[PIECE];
    private int used = PIECE;

    @Override
    public void nextBytes(byte[] bytes) {
        if (bytes.length > PIECE - used) {
            source.nextBytes(piece);
            used = 0;
        }
        System.arraycopy(piece, used, bytes, 0, bytes.length);
        Arrays.fill(piece, used, used + bytes.length, (byte) 0);
        used += bytes.length;
    }

    @Override
    public long nextLong() {
        return source.nextLong();
    }
}
