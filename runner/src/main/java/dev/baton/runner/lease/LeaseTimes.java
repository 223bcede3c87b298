package dev.baton.runner.lease;

import dev.baton.protocol.OrchestratorMessage.LeaseGranted;

import java.time.Duration;

/// When a lease is due, in nanoseconds.
///
/// @param margin how long before its end the work has to be dead: the time to kill it, and for clocks that differ
record LeaseTimes(long ttl, long margin, long beatInterval, long maxRuntime) {
    private static final int MARGIN_PART = 10;
    private static final int MOST_MARGIN_PART = 4;

    /// What a guardian needs that looks a few times a second, and acts when half of the margin is over.
    private static final long LEAST_MARGIN = Duration.ofSeconds(2).toNanos();

    private static final long MOST_MARGIN = Duration.ofSeconds(5).toNanos();

    /// Longer than any process lives, and short enough to be added to a clock.
    private static final long LONGEST = Long.MAX_VALUE / 4;

    /// For leases of which nothing but the id is left: the first answer says how long they live.
    static final LeaseTimes UNKNOWN =
            new LeaseTimes(
                    Duration.ofSeconds(120).toNanos(),
                    MOST_MARGIN,
                    Duration.ofSeconds(20).toNanos(),
                    LONGEST);

    static LeaseTimes of(LeaseGranted.Times granted) {
        long ttl = nanos(granted.leaseTtl());
        return new LeaseTimes(
                ttl,
                margin(ttl),
                Math.min(nanos(granted.heartbeatInterval()), ttl / 2),
                nanos(granted.maxRuntime()));
    }

    static long margin(long ttl) {
        long wanted = Math.clamp(ttl / MARGIN_PART, LEAST_MARGIN, MOST_MARGIN);
        return Math.min(wanted, ttl / MOST_MARGIN_PART);
    }

    static long nanos(Duration duration) {
        return duration.compareTo(Duration.ofNanos(LONGEST)) > 0 ? LONGEST : duration.toNanos();
    }
}
