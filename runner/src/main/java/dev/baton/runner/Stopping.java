package dev.baton.runner;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// How a runner ends: it lets jobs finish for a while, then gives them back, then waits no longer.
final class Stopping {
    /// How long jobs may take to die and be given back, when there is no hurry to be polite.
    private static final Duration LONGEST_GIVE_BACK = Duration.ofSeconds(30);

    private final Runnable giveBack;
    private final Runnable shutDown;
    private final CountDownLatch hurried = new CountDownLatch(1);
    private final CountDownLatch idle = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private boolean begun;

    Stopping(Runnable giveBack, Runnable shutDown) {
        this.giveBack = giveBack;
        this.shutDown = shutDown;
    }

    /// Begins to stop.
    ///
    /// @param grace how long jobs may take to finish
    /// @return whether this is the first time
    boolean begin(Duration grace) {
        synchronized (this) {
            if (begun) {
                return false;
            }
            begun = true;
        }
        Thread.ofPlatform().name("stopping").start(() -> run(grace));
        return true;
    }

    void hurry() {
        hurried.countDown();
    }

    /// Hears how much is left.
    ///
    /// @param jobs how many are under way
    /// @param settled whether no lease has to be given back, nor may one still come
    synchronized void look(int jobs, boolean settled) {
        if (begun && jobs == 0) {
            hurried.countDown();
            if (settled) {
                idle.countDown();
            }
        }
    }

    void awaitEnd() throws InterruptedException {
        ended.await();
    }

    private void run(Duration grace) {
        try {
            var _ = hurried.await(grace.toMillis(), TimeUnit.MILLISECONDS);
            if (idle.getCount() > 0) {
                giveBack.run();
                var _ = idle.await(LONGEST_GIVE_BACK.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            try {
                shutDown.run();
            } finally {
                ended.countDown();
            }
        }
    }
}
