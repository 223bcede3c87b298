package dev.baton.server;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Something done again and again, with a pause in between, until it is closed. A failure is logged, and it goes on.
public final class Loop implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Loop.class);

    private final String name;
    private final Duration afterFailure;
    private final Supplier<Duration> step;
    private final Thread thread;
    private Duration pause;
    private boolean woken;
    private boolean closed;

    private Loop(String name, Duration first, Duration afterFailure, Supplier<Duration> step) {
        this.name = name;
        this.pause = first;
        this.afterFailure = afterFailure;
        this.step = step;
        thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    public static Loop start(String name, Duration pause, Runnable step) {
        return paced(
                name,
                pause,
                pause,
                () -> {
                    step.run();
                    return pause;
                });
    }

    /// A loop whose step says how long the next pause is.
    ///
    /// @param first the pause before the first step
    /// @param afterFailure the pause after a step that failed
    public static Loop paced(
            String name, Duration first, Duration afterFailure, Supplier<Duration> step) {
        var loop = new Loop(name, first, afterFailure, step);
        loop.thread.start();
        return loop;
    }

    /// Ends the pause. If there is none now, the next one is left out.
    public synchronized void wake() {
        woken = true;
        notifyAll();
    }

    /// Returns when the step under way, if any, is done.
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (awaitNext()) {
                try {
                    pause = step.get();
                } catch (RuntimeException e) {
                    log.error("loop failed and goes on loop={}", name, e);
                    pause = afterFailure;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// @return whether there is a next time
    private synchronized boolean awaitNext() throws InterruptedException {
        long deadline = System.nanoTime() + pause.toNanos();
        while (!closed) {
            long left = deadline - System.nanoTime();
            if (left <= 0 || woken) {
                woken = false;
                return true;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return false;
    }
}
