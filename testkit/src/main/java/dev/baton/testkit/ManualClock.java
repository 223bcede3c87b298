package dev.baton.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/// A clock that stands still until it is told to move. Any thread may read it, any thread may move it.
public final class ManualClock implements InstantSource {

    private final AtomicReference<Instant> now;

    private ManualClock(Instant start) {
        now = new AtomicReference<>(start);
    }

    /// A clock that shows `start`.
    public static ManualClock startingAt(Instant start) {
        return new ManualClock(start);
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    /// Moves the clock forward and returns what it shows then. Time does not run backwards.
    public Instant advance(Duration step) {
        if (step.isNegative()) {
            throw new IllegalArgumentException("a clock only moves forward, asked for " + step);
        }
        return now.updateAndGet(instant -> instant.plus(step));
    }
}
