package dev.baton.core;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;

/// What was asked for when the job was submitted, as far as the rules care. Never changes.
///
/// @param priority higher goes first
/// @param gate the limit that the job shares with others, if any
/// @param maxRuntime how long the work may take from its acknowledgement on
/// @param notBefore the earliest time at which the job may start, if one was given
/// @param deadline the time by which the job has to be over, if one was given
public record JobPlan(
        int priority,
        Requirement requirement,
        @Nullable GateKey gate,
        RetryPolicy retry,
        Duration maxRuntime,
        @Nullable Instant notBefore,
        @Nullable Instant deadline) {
    public static final int LOWEST_PRIORITY = -1_000;
    public static final int HIGHEST_PRIORITY = 1_000;
    public static final Duration DEFAULT_MAX_RUNTIME = Duration.ofHours(1);
    public static final Duration SHORTEST_RUNTIME = Duration.ofMillis(1);
    public static final Duration LONGEST_RUNTIME = Duration.ofDays(30);

    public JobPlan {
        if (priority < LOWEST_PRIORITY || priority > HIGHEST_PRIORITY) {
            throw new IllegalArgumentException(
                    "priority: expected %d to %d, got %d"
                            .formatted(LOWEST_PRIORITY, HIGHEST_PRIORITY, priority));
        }
        if (maxRuntime.compareTo(SHORTEST_RUNTIME) < 0
                || maxRuntime.compareTo(LONGEST_RUNTIME) > 0) {
            throw new IllegalArgumentException(
                    "max_runtime_seconds: expected more than zero and at most %d, got %s"
                            .formatted(LONGEST_RUNTIME.toSeconds(), maxRuntime));
        }
    }

    /// Without a deadline.
    public JobPlan(
            int priority,
            Requirement requirement,
            @Nullable GateKey gate,
            RetryPolicy retry,
            Duration maxRuntime,
            @Nullable Instant notBefore) {
        this(priority, requirement, gate, retry, maxRuntime, notBefore, null);
    }

    /// The same work with other times.
    public JobPlan at(@Nullable Instant start, @Nullable Instant end) {
        return new JobPlan(priority, requirement, gate, retry, maxRuntime, start, end);
    }

    boolean isPastDeadline(Instant now) {
        return deadline != null && !now.isBefore(deadline);
    }

    /// This time, or the deadline if that is earlier.
    Instant byDeadline(Instant wanted) {
        return deadline != null && deadline.isBefore(wanted) ? deadline : wanted;
    }
}
