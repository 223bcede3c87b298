package dev.baton.store;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Times as the store keeps them: microseconds since 1970.
final class Micros {
    private static final long PER_SECOND = 1_000_000;

    private Micros() {}

    static long of(Instant time) {
        return Math.addExact(
                Math.multiplyExact(time.getEpochSecond(), PER_SECOND), time.getNano() / 1_000);
    }

    static @Nullable Long ofNullable(@Nullable Instant time) {
        return time == null ? null : of(time);
    }

    static @Nullable Long ofNullable(@Nullable Duration duration) {
        return duration == null
                ? null
                : Math.addExact(
                        Math.multiplyExact(duration.getSeconds(), PER_SECOND),
                        duration.getNano() / 1_000);
    }

    static Duration toDuration(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }

    static Instant toInstant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, PER_SECOND), Math.floorMod(micros, PER_SECOND) * 1_000);
    }

    /// As precise as the store can be: what is read back equals what was decided with.
    static Instant truncated(Instant time) {
        return time.truncatedTo(ChronoUnit.MICROS);
    }
}
