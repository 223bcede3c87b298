package dev.baton.runner.job;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/// Interrupts the thread that works, but only while it works: what comes after that, the report, is not to be disturbed.
///
/// The first reason counts, but a lease that is lost counts more than anything.
public final class Interruptions {
    private @Nullable Thread worker;
    private @Nullable Interruption why;

    /// From now on the calling thread may be interrupted.
    synchronized void enter() throws InterruptedException {
        if (why != null) {
            throw new InterruptedException();
        }
        worker = Thread.currentThread();
    }

    /// From now on it may not.
    synchronized void leave() {
        worker = null;
        // What was meant for the work must not hit the report.
        var _ = Thread.interrupted();
    }

    public synchronized void interrupt(Interruption reason) {
        if (why == null || reason instanceof Interruption.Lost) {
            why = reason;
        }
        if (worker != null) {
            worker.interrupt();
        }
    }

    public synchronized Optional<Interruption> why() {
        return Optional.ofNullable(why);
    }
}
