package dev.baton.store;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// The requests that wait for a lane.
///
/// What keeps leases alive goes first: messages of runners, claims, sweeps. Other requests share the transaction, in turn
/// by owner, while they are little work. What is more work gets the transaction after it, without lease messages: a
/// heartbeat waits for at most one of those, large runs come in parts, and neither class can keep the other waiting for long.
/// Within the first class, and within one owner, requests stay in the order in which they came.
///
/// Any thread may add; one takes.
final class PendingRequests {
    /// How many requests may wait. More are refused: the caller is told to come again.
    static final int MAX_REQUESTS = 100_000;

    /// How much work one transaction has for leases; a single request may be more. See [Request#cost].
    static final int MAX_COST = 4_000;

    /// How much other work one transaction has: new lease messages wait for it.
    static final int MAX_OTHER_COST = 2 * RunParts.MAX_COST;

    /// How much other work shares a transaction with lease messages, which are answered only when all of it is committed.
    static final int MAX_SHARED_COST = 500;

    private static final long MIN_BYTES = 32L << 20;
    private static final int HEAP_SHARE = 16;

    /// An owner may use one part in so many of the bytes that may wait.
    private static final int OWNER_SHARE = 2;

    private final LongSupplier nanos;
    private final long maxBytes;
    private final Queue<Request> leases = new ArrayDeque<>();
    private final Map<String, Owned> others = new LinkedHashMap<>();
    private int requests;
    private long leaseBytes;
    private long otherBytes;
    private boolean idle;

    /// Whether the next transaction is for requests that were too much work for this one.
    private boolean othersAreDue;

    /// What waits of one owner.
    private static final class Owned {
        private final Deque<Request> requests = new ArrayDeque<>();
        private long bytes;
    }

    /// @param maxBytes how many bytes may wait of either class
    PendingRequests(LongSupplier nanos, long maxBytes) {
        this.nanos = nanos;
        this.maxBytes = maxBytes;
    }

    /// So many bytes that a few lanes can have as many without filling the heap.
    static long defaultBytes() {
        return Math.max(MIN_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    }

    /// Adds a request.
    ///
    /// @return why it is refused, or null if it is not
    synchronized @Nullable String add(Request request) {
        if (requests >= MAX_REQUESTS && !request.isBegun()) {
            return "the queue is full (%d requests)".formatted(MAX_REQUESTS);
        }
        String full = request.isForLeases() ? addLease(request) : addOther(request);
        if (full == null) {
            request.since(nanos.getAsLong());
            requests++;
            if (idle) {
                idle = false;
                notifyAll();
            }
        }
        return full;
    }

    private @Nullable String addLease(Request request) {
        if (leaseBytes > 0 && leaseBytes + request.bytes() > maxBytes) {
            return full(maxBytes);
        }
        leaseBytes += request.bytes();
        leases.add(request);
        return null;
    }

    private @Nullable String addOther(Request request) {
        var owned = others.get(request.owner());
        String full = request.isBegun() ? null : fullFor(request, owned);
        if (full != null) {
            return full;
        }
        if (owned == null) {
            owned = new Owned();
            others.put(request.owner(), owned);
        }
        otherBytes += request.bytes();
        owned.bytes += request.bytes();
        if (request.isBegun()) {
            owned.requests.addFirst(request);
        } else {
            owned.requests.addLast(request);
        }
        return null;
    }

    private @Nullable String fullFor(Request request, @Nullable Owned owned) {
        long mine = owned == null ? 0 : owned.bytes;
        if (otherBytes > 0 && otherBytes + request.bytes() > maxBytes) {
            return full(maxBytes);
        }
        if (mine > 0 && mine + request.bytes() > maxBytes / OWNER_SHARE) {
            return "too much of one token is waiting (limit %d bytes)"
                    .formatted(maxBytes / OWNER_SHARE);
        }
        return null;
    }

    private static String full(long maxBytes) {
        return "the queue is full (%d bytes)".formatted(maxBytes);
    }

    /// What one transaction takes on, waiting for something at most so long. Empty if nothing came.
    synchronized List<Request> take(long timeoutMillis) throws InterruptedException {
        long deadline = nanos.getAsLong() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        while (requests == 0) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - nanos.getAsLong());
            if (left <= 0) {
                break;
            }
            idle = true;
            wait(left);
        }
        idle = false;
        return take();
    }

    /// What one transaction takes on of what waits now.
    synchronized List<Request> take() {
        var taken = new ArrayList<Request>();
        if (!othersAreDue || others.isEmpty()) {
            takeLeases(taken);
        }
        othersAreDue = takeOthers(taken);
        requests -= taken.size();
        return taken;
    }

    private void takeLeases(List<Request> taken) {
        int cost = 0;
        while (cost < MAX_COST && !leases.isEmpty()) {
            var next = leases.remove();
            cost += next.cost();
            leaseBytes -= next.bytes();
            taken.add(next);
        }
    }

    /// One of each owner in turn.
    ///
    /// @return whether something is left that is too much work to share a transaction with lease messages
    private boolean takeOthers(List<Request> taken) {
        boolean shared = !taken.isEmpty();
        int max = shared ? MAX_SHARED_COST : MAX_OTHER_COST;
        int cost = 0;
        while (!others.isEmpty()) {
            var first = others.entrySet().iterator().next();
            var owned = first.getValue();
            var next = owned.requests.element();
            if ((shared || cost > 0) && cost + next.cost() > max) {
                return shared;
            }
            cost += next.cost();
            otherBytes -= next.bytes();
            owned.bytes -= next.bytes();
            owned.requests.remove();
            taken.add(next);
            others.remove(first.getKey());
            if (!owned.requests.isEmpty()) {
                others.put(next.owner(), owned);
            }
        }
        return false;
    }

    /// All that waits, however much it is.
    synchronized List<Request> takeAll() {
        var all = new ArrayList<Request>();
        for (var some = take(); !some.isEmpty(); some = take()) {
            all.addAll(some);
        }
        return all;
    }

    synchronized boolean isEmpty() {
        return requests == 0;
    }

    /// How long the oldest request has waited.
    synchronized long oldestNanos() {
        long now = nanos.getAsLong();
        long oldest = leases.isEmpty() ? 0 : now - leases.element().since();
        for (var owned : others.values()) {
            oldest = Math.max(oldest, now - owned.requests.element().since());
        }
        return oldest;
    }

    /// Takes a request out again, if it still waits.
    synchronized boolean remove(Request request) {
        if (leases.remove(request)) {
            leaseBytes -= request.bytes();
            requests--;
            return true;
        }
        var owned = others.get(request.owner());
        if (owned != null && owned.requests.remove(request)) {
            otherBytes -= request.bytes();
            owned.bytes -= request.bytes();
            requests--;
            if (owned.requests.isEmpty()) {
                others.remove(request.owner());
            }
            return true;
        }
        return false;
    }
}
