package dev.baton.server.runner;

import dev.baton.store.Demand;
import dev.baton.store.Grant;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Takes the grants for one runner that waits.
final class Catch implements Demand.Sink {
    private final List<Grant> grants = new ArrayList<>();
    private boolean over;

    @Override
    public synchronized boolean take(List<Grant> more) {
        grants.addAll(more);
        over = true;
        notifyAll();
        return true;
    }

    /// Ends the wait with whatever there is.
    synchronized void giveUp() {
        over = true;
        notifyAll();
    }

    /// Waits for grants, and says whether the wait is over.
    synchronized boolean await(long nanos) throws InterruptedException {
        if (!over && nanos > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, nanos);
        }
        return over;
    }

    /// Everything that was granted, once the demand is closed.
    synchronized List<Grant> all() {
        return List.copyOf(grants);
    }
}
