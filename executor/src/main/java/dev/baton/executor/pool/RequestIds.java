package dev.baton.executor.pool;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/// Makes the ids of requests: UUIDs that are counted, so that it can be told later whether one of them was ever made. Any thread may call it.
final class RequestIds {
    private static final long VERSION_8 = 0x8000L;
    private static final long NOT_VERSION = ~0xF000L;
    private static final long VARIANT = 1L << 63;

    private final long high;
    private final AtomicLong made = new AtomicLong();

    RequestIds() {
        this(RandomGenerator.getDefault());
    }

    /// @param chance tells these ids from those of anyone else
    RequestIds(RandomGenerator chance) {
        high = (chance.nextLong() & NOT_VERSION) | VERSION_8;
    }

    String next() {
        return new UUID(high, VARIANT | made.incrementAndGet()).toString();
    }

    /// Whether this is one of ours.
    boolean isMade(String id) {
        try {
            UUID uuid = UUID.fromString(id);
            long number = uuid.getLeastSignificantBits() & ~VARIANT;
            return uuid.getMostSignificantBits() == high && number > 0 && number <= made.get();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
