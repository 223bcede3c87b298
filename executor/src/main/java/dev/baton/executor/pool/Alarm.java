package dev.baton.executor.pool;

import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Rings when the time of a call is over: one thread for all of them, which sleeps until the next one can be due. A call that ends in time
/// costs it nothing.
final class Alarm implements AutoCloseable {
    private static final long NEVER = Long.MAX_VALUE;

    private final Supplier<? extends Collection<Exchange>> waiting;

    /// When to look next, in nanoseconds since the start.
    private final AtomicLong next = new AtomicLong(NEVER);

    private final long start = System.nanoTime();
    private final Thread thread;
    private volatile boolean isClosed;

    /// @param waiting all calls that wait for an answer
    Alarm(Supplier<? extends Collection<Exchange>> waiting) {
        this.waiting = waiting;
        this.thread = Thread.ofPlatform().daemon().name("executor-alarm").start(this::run);
    }

    /// Minds a call that is among those who wait.
    void mind(Exchange exchange) {
        long due = exchange.deadline() - start;
        if (due < next.get() && next.accumulateAndGet(due, Math::min) == due) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!isClosed) {
            long wait = next.get() - (System.nanoTime() - start);
            if (wait > 0) {
                LockSupport.parkNanos(this, wait);
            } else {
                look();
            }
        }
    }

    /// Whoever comes while we look sees that we never look again, and says when.
    private void look() {
        next.set(NEVER);
        long now = System.nanoTime() - start;
        for (Exchange exchange : waiting.get()) {
            long due = exchange.deadline() - start;
            if (due <= now) {
                exchange.ring();
            } else {
                next.accumulateAndGet(due, Math::min);
            }
        }
    }
}
