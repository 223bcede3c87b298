package dev.baton.core;

import java.time.Duration;

/// How long to wait before the next attempt: exponential, bounded, spread by jitter.
///
/// @param jitter the part of the delay that is left to chance, 0 to 1
public record Backoff(Duration first, double factor, Duration most, double jitter) {
    // Before the constants that are checked against it.
    public static final Duration LONGEST = Duration.ofDays(30);

    public static final Backoff NONE = new Backoff(Duration.ZERO, 1, Duration.ZERO, 0);
    public static final Backoff EXPONENTIAL =
            new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(5), 0.2);

    public Backoff {
        if (first.isNegative() || most.compareTo(LONGEST) > 0 || first.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    "backoff: expected 0 <= first <= most <= %s, got first %s and most %s"
                            .formatted(LONGEST, first, most));
        }
        if (!(factor >= 1 && factor <= 100) || !(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException(
                    "backoff: expected a factor of 1 to 100 and a jitter of 0 to 1, got %s and %s"
                            .formatted(factor, jitter));
        }
    }

    /// The delay after so many endings. The same seed gives the same delay: chance is an input, as time is.
    public Duration delay(int endings, long seed) {
        double full = (double) first.toMillis() * Math.pow(factor, Math.max(0, endings - 1));
        double bounded = Math.min(full, (double) most.toMillis());
        return Duration.ofMillis(Math.round(bounded * (1 - jitter * chance(seed ^ endings))));
    }

    /// A number from 0 to 1, evenly spread over seeds (the finalizer of SplitMix64).
    private static double chance(long seed) {
        long z = seed + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return ((z ^ (z >>> 31)) >>> 11) * 0x1.0p-53;
    }
}
