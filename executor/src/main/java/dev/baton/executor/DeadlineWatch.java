package dev.baton.executor;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Ends calls whose deadline has passed. One thread looks at all of them, and only when one may be due: a call with a later deadline than
/// the one that is waited for costs nothing.
final class DeadlineWatch implements AutoCloseable {
    private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();

    private final CallsInFlight calls;
    private final Thread thread;
    private volatile long nextLook = System.nanoTime();
    private volatile boolean closed;

    DeadlineWatch(CallsInFlight calls) {
        this.calls = calls;
        this.thread = Thread.ofVirtual().name("executor-deadlines").start(this::watch);
    }

    /// Takes note of a call that was added.
    void expect(Call call) {
        if (call.deadlineNanos() - nextLook < 0) {
            LockSupport.unpark(thread);
        }
    }

    private void watch() {
        while (!closed) {
            long now = System.nanoTime();
            // Until all are looked at, whoever is added wakes us.
            nextLook = now + LONGEST_NANOS;
            long earliest = now + LONGEST_NANOS;
            for (Call call : calls.all()) {
                if (call.isCancelled()) {
                    continue;
                }
                if (call.deadlineNanos() - now <= 0) {
                    call.end(Call.Ending.DEADLINE_PASSED);
                } else if (call.deadlineNanos() - earliest < 0) {
                    earliest = call.deadlineNanos();
                }
            }
            nextLook = earliest;
            LockSupport.parkNanos(this, earliest - System.nanoTime());
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
