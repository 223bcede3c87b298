package dev.baton.core;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/// What is tried again, how often and how soon: data on the job.
///
/// @param maxAttempts how many attempts the job's own endings may use up
/// @param retried the endings after which there is another attempt
/// @param retryAfterMost the longest delay that work may ask for itself
/// @param tolerance how much bad luck with runners is borne before the job is quarantined
public record RetryPolicy(
        int maxAttempts,
        Set<Ending> retried,
        Backoff backoff,
        Duration retryAfterMost,
        Tolerance tolerance) {
    public static final int MOST_ATTEMPTS = 1_000;
    public static final Duration LONGEST_RETRY_AFTER = Duration.ofDays(30);
    private static final Set<Ending> RETRIABLE =
            EnumSet.of(Ending.ERROR, Ending.RETRY, Ending.TIMED_OUT, Ending.LOST, Ending.RELEASED);

    /// Steps run again only when the machine failed, not when the work did.
    public static final RetryPolicy STEPS =
            new RetryPolicy(
                    3,
                    EnumSet.of(Ending.LOST, Ending.RELEASED),
                    Backoff.NONE,
                    Duration.ofHours(1),
                    Tolerance.DEFAULTS);

    /// A benchmark that failed is a signal: nothing is tried again. A job that was given back did not fail.
    public static final RetryPolicy IMAGE =
            new RetryPolicy(
                    1,
                    EnumSet.of(Ending.RELEASED),
                    Backoff.NONE,
                    Duration.ZERO,
                    new Tolerance(0, 0, Tolerance.DEFAULTS.releases()));

    /// A function call is tried again after whatever may pass.
    public static final RetryPolicy FUNCTION =
            new RetryPolicy(
                    5, RETRIABLE, Backoff.EXPONENTIAL, Duration.ofHours(1), Tolerance.DEFAULTS);

    public RetryPolicy {
        if (maxAttempts < 1 || maxAttempts > MOST_ATTEMPTS) {
            throw new IllegalArgumentException(
                    "retry: expected 1 to %d attempts, got %d"
                            .formatted(MOST_ATTEMPTS, maxAttempts));
        }
        if (!RETRIABLE.containsAll(retried)) {
            throw new IllegalArgumentException(
                    "retry: expected endings among %s, got %s".formatted(RETRIABLE, retried));
        }
        if (retryAfterMost.isNegative() || retryAfterMost.compareTo(LONGEST_RETRY_AFTER) > 0) {
            throw new IllegalArgumentException(
                    "retry: expected a bound on retry_after_seconds of 0 to %d, got %s"
                            .formatted(LONGEST_RETRY_AFTER.toSeconds(), retryAfterMost));
        }
        retried = Set.copyOf(retried);
    }

    /// How many runners may let the job down, each way, before it ends as FAILED with the evidence. A runner that does it again
    /// counts once.
    ///
    /// @param losses runners whose lease expired after its acknowledgement
    /// @param unacknowledged runners that did not confirm a lease
    /// @param releases runners that gave the job back
    public record Tolerance(int losses, int unacknowledged, int releases) {
        public static final Tolerance DEFAULTS = new Tolerance(2, 4, 20);
        public static final Tolerance NONE = new Tolerance(0, 0, 0);
        public static final int HIGHEST = 1_000;

        public Tolerance {
            if (Math.min(losses, Math.min(unacknowledged, releases)) < 0
                    || Math.max(losses, Math.max(unacknowledged, releases)) > HIGHEST) {
                throw new IllegalArgumentException(
                        "retry: expected tolerances of 0 to %d, got %d losses, %d unacknowledged, %d releases"
                                .formatted(HIGHEST, losses, unacknowledged, releases));
            }
        }
    }
}
