package dev.baton.server;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Something done again and again, with a pause in between, until it is closed. A failure is logged, and it goes on.
public final class Loop implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Loop.class);

    private final String name;
    private final Duration pause;
    private final Runnable step;
    private final Thread thread;
    private boolean closed;

    private Loop(String name, Duration pause, Runnable step) {
        this.name = name;
        this.pause = pause;
        this.step = step;
        thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    public static Loop start(String name, Duration pause, Runnable step) {
        var loop = new Loop(name, pause, step);
        loop.thread.start();
        return loop;
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
                    step.run();
                } catch (RuntimeException e) {
                    log.error("loop failed and goes on loop={}", name, e);
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
            if (left <= 0) {
                return true;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return false;
    }
}
