package dev.baton.store;

import dev.baton.core.JobId;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Turns requests into one transaction and answers them after its commit, whatever the database does meanwhile.
///
/// Not shared: one thread at a time, which blocks.
final class Committer {
    private static final int MOST_CONTENTION_RETRIES = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long RECONNECT_PAUSE_MILLIS = 100;
    private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

    private final Database database;
    private final Shared shared;
    private final Aftermath aftermath;
    private final Surroundings surroundings;
    private final KnownJobs knownJobs = new KnownJobs();
    private final IdBlocks ids = new IdBlocks();
    private final RandomGenerator random;
    private final BlockedRequests blocked;
    private volatile boolean closing;

    /// Whether something was locked just now: then transactions wait only a moment for the locks of others.
    private boolean brief;

    private @Nullable LaneTools tools;

    Committer(Database database, Shared shared, Aftermath aftermath, Surroundings surroundings) {
        this.database = database;
        this.shared = shared;
        this.aftermath = aftermath;
        this.surroundings = surroundings;
        this.random = surroundings.chance().get();
        this.blocked = new BlockedRequests(surroundings.nanos());
    }

    /// Waits no longer for a database that is gone.
    void hurry() {
        closing = true;
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
            transact(requests);
        } catch (RuntimeException | SQLException | StackOverflowError | LinkageError e) {
            if (isLockTimeout(e)) {
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

    private boolean isLockTimeout(Throwable e) {
        return e instanceof SQLException sql && database.dialect().isLockTimeout(sql);
    }

    /// Another transaction keeps rows locked that these need: what needs them is put aside, and the rest goes on.
    private void goAround(List<Request> requests) {
        var locked = lockedElsewhere(requests);
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
        boolean before = brief;
        brief = true;
        if (!stuck.isEmpty() && !free.isEmpty()) {
            attempt(free);
        } else if (!free.isEmpty()) {
            int middle = free.size() / 2;
            attempt(free.subList(0, middle));
            attempt(free.subList(middle, free.size()));
        }
        brief = before;
    }

    private Set<JobId> lockedElsewhere(List<Request> requests) {
        try {
            var connected = connect();
            connected.session().begin();
            try {
                return connected.queries().lockedElsewhere(BlockedRequests.jobsOf(requests));
            } finally {
                connected.session().rollback();
            }
        } catch (SQLException e) {
            LOG.debug("could not be asked which jobs are locked", e);
            disconnect();
            return new HashSet<>();
        }
    }

    /// Tries those again that were put aside, if it is time to. The first goes alone: while it is blocked, the others wait.
    void retryBlocked() {
        var due = blocked.takeDue();
        if (due.isEmpty()) {
            return;
        }
        var locked = lockedElsewhere(due);
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
        brief = true;
        var first = free.removeFirst();
        attempt(List.of(first));
        if (blocked.contains(first)) {
            blocked.addAll(free);
        } else if (!free.isEmpty()) {
            attempt(free);
        }
        brief = false;
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
                    new Frame(this::transact, shared.parking(), this::isLockTimeout)
                            .halves(telling));
        } catch (RuntimeException | SQLException e) {
            if (isLockTimeout(e)) {
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

    /// A runner that still wants jobs is parked: it asks again when something becomes ready, or at the next look around.
    void fail(Request request, StoreException failure) {
        if (request instanceof Request.Claiming claiming) {
            shared.parking().park(claiming.demand);
        } else {
            request.fail(failure);
        }
    }

    private void transact(List<Request> requests) throws SQLException {
        long lostSince = 0; // not from the beginning: this process may have been frozen meanwhile
        boolean lost = false;
        var pending = requests;
        int contended = 0;
        while (true) {
            boolean committing = false;
            Batch batch = null;
            try {
                var connected = connect();
                pending = makeQueues(connected.session(), pending);
                if (pending.isEmpty()) {
                    return;
                }
                long started = surroundings.nanos().getAsLong();
                connected.session().begin();
                if (brief) {
                    database.dialect().waitBriefly(connected.session());
                }
                batch = new Batch(connected, shared, pending);
                batch.run();
                committing = true;
                connected.session().commit();
                settle(
                        batch,
                        pending,
                        Duration.ofNanos(surroundings.nanos().getAsLong() - started));
                return;
            } catch (SQLException e) {
                abandon(batch);
                if (isContention(e) && contended++ < MOST_CONTENTION_RETRIES) {
                    continue;
                }
                if (!database.dialect().isConnectionLost(e)) {
                    throw e;
                }
                disconnect();
                pending = committing ? failUnrepeatable(pending, e) : pending;
                long now = surroundings.nanos().getAsLong();
                lostSince = lost ? lostSince : now;
                lost = true;
                if (now - lostSince > PATIENCE.toNanos() || closing) {
                    throw new StoreException(
                            StoreException.Code.UNAVAILABLE, "the database is not there", e);
                }
                surroundings.pause().accept(RECONNECT_PAUSE_MILLIS);
            } catch (RuntimeException e) {
                abandon(batch);
                throw e;
            } catch (Error e) {
                abandon(batch);
                startOver(); // nobody knows what it was in the middle of
                throw e;
            }
        }
    }

    /// What is committed is done: whatever fails from here on must not look like a transaction that failed.
    private void settle(Batch batch, List<Request> requests, Duration took) {
        try {
            knownJobs.trim();
            aftermath.of(batch.settle(), took);
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            LOG.error("what follows a commit failed", e);
            var lost =
                    new StoreException(
                            StoreException.Code.UNAVAILABLE,
                            "the change was made, but its answer was lost; ask again",
                            e);
            requests.stream()
                    .filter(request -> !request.isAnswered())
                    .forEach(request -> fail(request, lost));
        }
    }

    /// Forgets whatever a transaction may have left half done.
    void startOver() {
        knownJobs.forgetAll();
        ids.forget();
        disconnect();
    }

    /// New requirements get their queue before the transaction that needs it. Those that would take too many are refused.
    ///
    /// @return the others
    private List<Request> makeQueues(Session session, List<Request> requests) throws SQLException {
        var submissions = new ArrayList<Request.Submitting>();
        for (var request : requests) {
            if (request instanceof Request.Submitting submitting) {
                submissions.add(submitting);
            }
        }
        if (submissions.isEmpty()) {
            return requests;
        }
        var refused = shared.requirements().prepare(session, submissions);
        if (refused.isEmpty()) {
            return requests;
        }
        refused.forEach(Request.Submitting::fail);
        return requests.stream().filter(request -> !request.isAnswered()).toList();
    }

    /// The connection broke while committing: what cannot be repeated safely has to be asked about.
    private static List<Request> failUnrepeatable(List<Request> requests, SQLException e) {
        var repeatable = new ArrayList<Request>();
        for (var request : requests) {
            if (request.isRepeatable()) {
                repeatable.add(request);
            } else {
                request.fail(
                        new StoreException(
                                StoreException.Code.UNAVAILABLE,
                                "the connection to the database broke during the commit; with an"
                                        + " Idempotency-Key the request could have been repeated",
                                e));
            }
        }
        return repeatable;
    }

    private boolean isContention(SQLException e) {
        return e instanceof LostRace || database.dialect().isContention(e);
    }

    private void abandon(@Nullable Batch batch) {
        knownJobs.forgetAllHeld();
        if (batch != null) {
            batch.undo();
        }
        ids.forget();
        if (tools != null) {
            try {
                tools.session().rollback();
            } catch (SQLException e) {
                disconnect();
            }
        }
    }

    private LaneTools connect() throws SQLException {
        if (tools == null) {
            var session = new Session(database.connectForLane(), database.dialect());
            tools =
                    new LaneTools(
                            session, new JobQueries(session, knownJobs), knownJobs, ids, random);
        }
        return tools;
    }

    void disconnect() {
        if (tools != null) {
            try {
                tools.session().close();
            } catch (SQLException e) {
                LOG.debug("connection could not be closed", e);
            }
            tools = null;
        }
    }
}
