package dev.baton.store;

import dev.baton.core.JobId;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Turns requests into one transaction and answers them after its commit, whatever the database does meanwhile.
///
/// Not shared: one thread at a time, which blocks.
final class Committer {
    private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

    private final LaneTransactions transactions;
    private final Shared shared;
    private final BlockedRequests blocked;

    Committer(Database database, Shared shared, Aftermath aftermath, Surroundings surroundings) {
        this.transactions = new LaneTransactions(database, shared, aftermath, surroundings);
        this.shared = shared;
        this.blocked = new BlockedRequests(surroundings.nanos());
    }

    /// Waits no longer for a database that is gone.
    void hurry() {
        transactions.hurry();
    }

    /// The message about a lease that has waited the longest for rows which another transaction keeps locked.
    @Nullable Request oldestBlockedForLeases() {
        return blocked.isEmpty() ? null : blocked.oldestForLeases();
    }

    /// Turns requests into a transaction, without those that stay behind others which were put aside.
    void run(List<Request> requests) {
        var open = blocked.isEmpty() ? requests : blocked.keepBack(requests);
        if (!open.isEmpty()) {
            attempt(open);
        }
    }

    /// One request that the store cannot take must not take the others with it: they are tried in halves, until it is alone.
    private void attempt(List<Request> requests) {
        try {
            transactions.run(requests);
        } catch (RuntimeException | SQLException | StackOverflowError | LinkageError e) {
            if (transactions.isLockTimeout(e)) {
                goAround(requests);
            } else if (isUnavailable(e) || isLast(requests)) {
                fail(requests, e);
            } else {
                LOG.warn(
                        "transaction failed, trying its requests in halves requests={}",
                        requests.size(),
                        e);
                halve(requests);
            }
        }
    }

    /// Another transaction keeps rows locked that these need: what needs them is put aside, and the rest goes on.
    private void goAround(List<Request> requests) {
        var locked = transactions.lockedElsewhere(requests);
        var stuck = new ArrayList<Request>();
        var free = new ArrayList<Request>();
        for (var request : requests) {
            (isAmong(locked, request) ? stuck : free).add(request);
        }
        if (stuck.isEmpty() && free.size() == 1) {
            stuck.add(free.removeFirst()); // it waits for something that is no job, a gate say
        }
        if (!stuck.isEmpty() && blocked.isEmpty()) {
            LOG.warn(
                    "rows are locked by another transaction, requests wait aside requests={}",
                    stuck.size());
        }
        blocked.addAll(stuck);
        boolean before = transactions.waitsBriefly();
        transactions.waitBriefly(true);
        if (!stuck.isEmpty() && !free.isEmpty()) {
            attempt(free);
        } else if (!free.isEmpty()) {
            int middle = free.size() / 2;
            attempt(free.subList(0, middle));
            attempt(free.subList(middle, free.size()));
        }
        transactions.waitBriefly(before);
    }

    /// Tries those again that were put aside, if it is time to. The first goes alone: while it is blocked, the others wait.
    void retryBlocked() {
        var due = blocked.takeDue();
        if (due.isEmpty()) {
            return;
        }
        var locked = transactions.lockedElsewhere(due);
        var free = new ArrayList<Request>();
        for (var request : due) {
            if (blocked.isPatienceOver(request)) {
                fail(request, stillLocked());
            } else if (isAmong(locked, request)) {
                blocked.add(request);
            } else {
                free.add(request);
            }
        }
        if (free.isEmpty()) {
            return;
        }
        transactions.waitBriefly(true);
        var first = free.removeFirst();
        attempt(List.of(first));
        if (blocked.contains(first)) {
            blocked.addAll(free);
        } else if (!free.isEmpty()) {
            attempt(free);
        }
        transactions.waitBriefly(false);
    }

    /// Whether a request names one of these jobs. If so, what comes after it for its other jobs stays behind it too.
    private static boolean isAmong(Set<JobId> locked, Request request) {
        var jobs = BlockedRequests.jobsOf(List.of(request));
        if (jobs.stream().noneMatch(locked::contains)) {
            return false;
        }
        locked.addAll(jobs);
        return true;
    }

    private static StoreException stillLocked() {
        return new StoreException(
                StoreException.Code.UNAVAILABLE,
                "another orchestrator has kept the rows locked for %d s; try again later"
                        .formatted(BlockedRequests.PATIENCE.toSeconds()));
    }

    /// Nothing that was put aside is tried again.
    void failBlocked(StoreException why) {
        blocked.takeAll().forEach(request -> fail(request, why));
    }

    private static boolean isLast(List<Request> requests) {
        return requests.size() == 1
                && !(requests.getFirst() instanceof Request.Telling telling
                        && telling.commands.size() > 1);
    }

    private void halve(List<Request> requests) {
        if (requests.size() == 1 && requests.getFirst() instanceof Request.Telling telling) {
            runApart(telling);
            return;
        }
        int middle = requests.size() / 2;
        for (var half :
                List.of(requests.subList(0, middle), requests.subList(middle, requests.size()))) {
            var open =
                    half.stream()
                            .filter(request -> !request.isAnswered()) // a commit broke before this
                            .toList();
            if (!open.isEmpty()) {
                attempt(open);
            }
        }
    }

    /// The messages of a frame go in order all the same; only the one that the store cannot take is refused.
    private void runApart(Request.Telling telling) {
        try {
            telling.answer(
                    new Frame(transactions::run, shared.parking(), transactions::isLockTimeout)
                            .halves(telling));
        } catch (RuntimeException | SQLException e) {
            if (transactions.isLockTimeout(e)) {
                blocked.add(telling); // what was done already is answered alike when it is repeated
            } else {
                fail(List.of(telling), e);
            }
        }
    }

    private static boolean isUnavailable(Throwable e) {
        return e instanceof StoreException store && store.code() == StoreException.Code.UNAVAILABLE;
    }

    private void fail(List<Request> requests, Throwable e) {
        LOG.error("transaction failed requests={}", requests.size(), e);
        var failure =
                e instanceof StoreException known
                        ? known
                        : new StoreException(
                                StoreException.Code.BROKEN, "the store refused the change", e);
        requests.forEach(request -> fail(request, failure));
    }

    void fail(Request request, StoreException failure) {
        transactions.fail(request, failure);
    }

    void startOver() {
        transactions.startOver();
    }

    void disconnect() {
        transactions.disconnect();
    }
}
