package dev.baton.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A thread that turns whatever waits into one transaction, again and again.
///
/// There is no added wait: a lone request is committed alone, a thousand share a commit. A platform thread,
/// because SQLite is native code. It goes first where the system allows it, as all others wait for it in the end.
final class Lane implements AutoCloseable {
    /// How many requests may wait. More are refused: the caller is told to come again.
    static final int MOST_WAITING = 100_000;

    static final int MOST_COMMANDS = 4_000;

    private final Committer committer;
    private final Shared shared;
    private final BlockingQueue<Request> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private final Thread thread;
    private volatile boolean closing;

    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it but how long others wait
    Lane(int number, Committer committer, Shared shared) {
        this.committer = committer;
        this.shared = shared;
        this.thread =
                Thread.ofPlatform()
                        .name("lane-" + number)
                        .priority(Thread.MAX_PRIORITY)
                        .unstarted(this::loop);
    }

    void start() {
        thread.start();
    }

    void put(Request request) {
        if (closing) {
            request.fail(closed());
        } else if (!waiting.offer(request)) {
            refuse(request);
        } else if (closing && waiting.remove(request)) { // came after the last look at the queue
            request.fail(closed());
        }
    }

    private void refuse(Request request) {
        if (request instanceof Request.Claiming claiming) {
            // To ask again would be refused again: it waits for whatever becomes ready next.
            shared.parking().park(claiming.demand);
        } else {
            request.fail(
                    new StoreException(
                            StoreException.Code.OVERLOADED,
                            "%d requests wait for the store already".formatted(MOST_WAITING)));
        }
    }

    private void loop() {
        var batch = new ArrayList<Request>();
        while (!closing || !waiting.isEmpty()) {
            try {
                var first = waiting.poll(100, TimeUnit.MILLISECONDS);
                if (first != null) {
                    batch.add(first);
                    fill(batch);
                    committer.run(batch);
                    batch.clear();
                }
                committer.retryBlocked();
            } catch (InterruptedException e) {
                closing = true;
                committer.hurry();
            }
        }
        committer.failBlocked(closed());
        committer.disconnect();
    }

    /// Does in this thread what its own would do: takes what waits into one transaction. For a lane that is not started.
    ///
    /// @return whether there was anything
    boolean step() {
        var first = waiting.poll();
        if (first == null) {
            return false;
        }
        var batch = new ArrayList<Request>();
        batch.add(first);
        fill(batch);
        committer.run(batch);
        return true;
    }

    private void fill(List<Request> batch) {
        int commands = weight(batch.getFirst());
        while (commands < MOST_COMMANDS) {
            var next = waiting.poll();
            if (next == null) {
                return;
            }
            batch.add(next);
            commands += weight(next);
        }
    }

    private static int weight(Request request) {
        return switch (request) {
            case Request.Telling telling -> Math.max(1, telling.commands.size());
            case Request.Submitting submitting -> submitting.run.jobs().size();
            case Request.Claiming _ -> 1;
            case Request.Sweeping sweeping -> sweeping.limit;
        };
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
        waiting.forEach(request -> request.fail(closed()));
    }
}
