package dev.baton.chaos;

import java.time.Duration;

/// What is wanted.
///
/// @param time how long things break; to start, to heal and to check takes longer
/// @param seed decides which faults there are and when, and what is submitted
/// @param keep whether the directory stays also when all is well
public record ChaosPlan(
        StoreKind store, Duration time, long seed, double jobsPerSecond, boolean keep) {
    private static final Duration SHORTEST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofHours(24);
    private static final double MOST_JOBS_PER_SECOND = 1_000;

    public ChaosPlan {
        if (time.compareTo(SHORTEST) < 0 || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "time: expected 10s to 24h, got %ds".formatted(time.toSeconds()));
        }
        if (!(jobsPerSecond > 0 && jobsPerSecond <= MOST_JOBS_PER_SECOND)) {
            throw new IllegalArgumentException(
                    "jobs per second: expected more than 0 and at most 1000, got " + jobsPerSecond);
        }
    }
}
