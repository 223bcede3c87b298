package dev.baton.runner.lease;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Threads that wait for something to become true. They park and are woken by name: a virtual thread that waits at a monitor is
/// woken by way of another thread, and there are thousands of leases.
final class Waiters {
    private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();

    /// Waits until it is true. Whoever makes it true calls [#wake].
    void await(BooleanSupplier condition) throws InterruptedException {
        waiting.add(Thread.currentThread());
        try {
            while (!condition.getAsBoolean()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                LockSupport.park(this);
            }
        } finally {
            waiting.remove(Thread.currentThread());
        }
    }

    void wake() {
        waiting.forEach(LockSupport::unpark);
    }
}
