package dev.baton.executor.pool;

import dev.baton.core.Backoff;
import dev.baton.executor.pool.ExecutorConfig.Restarts;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/// When the processes of an executor are started again, and the breaker that lets a hopeless one rest. Any thread may call it.
final class Crashes {
    private static final double FACTOR = 2;
    private static final double JITTER = 0.3;

    private final Restarts terms;
    private final Backoff backoff;
    private final Deque<Long> crashes = new ArrayDeque<>();
    private boolean isOpen;

    /// What is done after a crash.
    sealed interface Decision {
        record StartAgain(Duration after) implements Decision {}

        /// It is left alone for a while.
        ///
        /// @param isNews whether it was still being tried before this crash
        record Rest(Duration pause, int crashes, boolean isNews) implements Decision {}
    }

    Crashes(Restarts terms) {
        this.terms = terms;
        this.backoff = new Backoff(terms.backoff(), FACTOR, terms.mostBackoff(), JITTER);
    }

    /// A process ended before it had answered anything.
    ///
    /// @param nanos of a clock that only goes forward
    /// @param chance for the jitter
    synchronized Decision crashed(long nanos, long chance) {
        while (!crashes.isEmpty() && nanos - crashes.getFirst() > terms.window().toNanos()) {
            crashes.removeFirst();
        }
        crashes.addLast(nanos);
        if (isOpen || crashes.size() >= terms.most()) {
            boolean isNews = !isOpen;
            isOpen = true;
            return new Decision.Rest(terms.pause(), crashes.size(), isNews);
        }
        return new Decision.StartAgain(backoff.delay(crashes.size(), chance));
    }

    /// A process ended that had answered something: it is started again after the shortest delay.
    synchronized Decision ended(long chance) {
        return new Decision.StartAgain(backoff.delay(1, chance));
    }

    /// A call was answered: whatever was wrong is over.
    ///
    /// @return whether the executor was resting, or being tried again after that
    synchronized boolean answered() {
        boolean wasOpen = isOpen;
        isOpen = false;
        crashes.clear();
        return wasOpen;
    }

    /// Whether there is no use in waiting for a process.
    synchronized boolean isOpen() {
        return isOpen;
    }
}
