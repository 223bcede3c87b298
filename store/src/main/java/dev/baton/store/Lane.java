package dev.baton.store;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.function.LongSupplier;

/// A thread that turns whatever waits into one transaction, again and again.
///
/// There is no added wait: a lone request is committed alone, a thousand share a commit. A platform thread,
/// because SQLite is native code. It goes first where the system allows it, as all others wait for it in the end.
final class Lane implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final int IDLE_MILLIS = 100;

    private final int number;
    private final Committer committer;
    private final Shared shared;
    private final LongSupplier nanos;
    private final PendingRequests waiting;
    private final Thread thread;
    private volatile List<Request> underWay = List.of();
    private volatile @Nullable Request aside;
    private volatile boolean closing;
    private volatile boolean ended;

    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it but how long others wait
    Lane(int number, Committer committer, Shared shared, LongSupplier nanos) {
        this.number = number;
        this.committer = committer;
        this.shared = shared;
        this.nanos = nanos;
        this.waiting = new PendingRequests(nanos, PendingRequests.defaultBytes());
        this.thread =
                Thread.ofPlatform()
                        .name("lane-" + number)
                        .priority(Thread.MAX_PRIORITY)
                        .unstarted(this::loop);
    }

    void start() {
        thread.start();
    }

    int number() {
        return number;
    }

    /// Whether its thread is gone although nobody closed it: nothing that is put here is answered.
    boolean isBroken() {
        return ended && !closing;
    }

    /// How long the oldest request here has waited for its answer.
    long oldestNanos() {
        var busy = underWay;
        long now = nanos.getAsLong();
        long oldest = waiting.oldestNanos();
        for (var request : busy) {
            oldest = Math.max(oldest, now - request.since());
        }
        return oldest;
    }

    /// How long the oldest message about a lease has waited for rows that another transaction keeps locked.
    long oldestAsideNanos() {
        var blocked = aside;
        return blocked == null ? 0 : nanos.getAsLong() - blocked.since();
    }

    void put(Request request) {
        if (closing || ended) {
            request.fail(closed());
            return;
        }
        var why = waiting.add(request);
        if (why != null) {
            refuse(request, why);
        } else if ((closing || ended) && waiting.remove(request)) { // came after the last look
            request.fail(closed());
        }
    }

    private void refuse(Request request, String why) {
        if (request instanceof Request.Claiming claiming) {
            // To ask again would be refused again: it waits for whatever becomes ready next.
            shared.parking().park(claiming.demand);
        } else {
            request.fail(
                    new StoreException(StoreException.Code.OVERLOADED, why + "; try again later"));
        }
    }

    private void loop() {
        try {
            while (!closing || !waiting.isEmpty()) {
                turn();
            }
        } finally {
            ended = true;
            committer.failBlocked(closed());
            failAll(waiting.takeAll());
            committer.disconnect();
        }
    }

    private void turn() {
        try {
            run(waiting.take(IDLE_MILLIS));
            committer.retryBlocked();
            aside = committer.oldestBlockedForLeases();
        } catch (InterruptedException e) {
            closing = true;
            committer.hurry();
        } catch (Throwable e) {
            LOG.error("lane met an error and goes on lane={}", number, e);
            committer.startOver();
        }
    }

    /// Does in this thread what its own would do: takes what waits into one transaction. For a lane that is not started.
    ///
    /// @return whether there was anything
    boolean step() {
        var batch = waiting.take();
        run(batch);
        return !batch.isEmpty();
    }

    /// Whatever happens, each request is answered and the lane goes on: an [Error] of one transaction is not the end of all.
    private void run(List<Request> batch) {
        if (batch.isEmpty()) {
            return;
        }
        underWay = batch;
        try {
            committer.run(batch);
        } catch (Throwable e) {
            LOG.error("lane met an error and goes on lane={} requests={}", number, batch.size(), e);
            committer.startOver();
            failAll(batch);
        } finally {
            underWay = List.of();
        }
    }

    private void failAll(List<Request> requests) {
        var failure = new StoreException(StoreException.Code.UNAVAILABLE, "the store met an error");
        for (var request : requests) {
            if (!request.isAnswered()) {
                committer.fail(request, failure);
            }
        }
    }

    private static StoreException closed() {
        return new StoreException(StoreException.Code.CLOSED, "the orchestrator is stopping");
    }

    /// Finishes what waits, then ends.
    @Override
    public void close() {
        closing = true;
        committer.hurry();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (var request : waiting.takeAll()) {
            request.fail(closed());
        }
    }
}
