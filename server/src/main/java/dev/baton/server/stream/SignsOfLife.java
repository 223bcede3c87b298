package dev.baton.server.stream;

import java.time.Duration;
import java.util.function.LongSupplier;

/// When something was heard of the runner at the other end of a stream. Any thread may call.
final class SignsOfLife {
    /// A runner of which nothing was heard for so long is asked for a sign of life when another process comes under its name,
    /// and gets some time to answer.
    private static final Duration LIVE_WITHIN = Duration.ofSeconds(10);

    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    private final LongSupplier nanos;
    private final long began;
    private volatile long heardAt;
    private volatile long askedAt;

    /// @param nanos a monotonic clock
    SignsOfLife(LongSupplier nanos) {
        this.nanos = nanos;
        began = nanos.getAsLong();
        heardAt = began;
        askedAt = began;
    }

    /// One came.
    void came() {
        heardAt = nanos.getAsLong();
    }

    /// Whether one came recently, or may still come.
    ///
    /// @param ask asks for one
    boolean areThere(Runnable ask) {
        long now = nanos.getAsLong();
        if (now - heardAt < LIVE_WITHIN.toNanos()) {
            return true;
        }
        if (askedAt - heardAt <= 0) {
            askedAt = now;
            ask.run();
            return true;
        }
        return now - askedAt < ANSWER_WITHIN.toNanos();
    }

    long silentNanos(long now) {
        return now - heardAt;
    }

    /// How long the stream has been open.
    Duration age() {
        return Duration.ofNanos(nanos.getAsLong() - began);
    }
}
