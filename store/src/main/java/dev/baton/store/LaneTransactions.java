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

/// The transactions of one lane: its connection, what it remembers between them, and what is done when one breaks.
///
/// Not shared: one thread at a time, which blocks.
final class LaneTransactions {
    private static final int MAX_CONTENTION_RETRIES = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long RECONNECT_PAUSE_MILLIS = 100;
    private static final Logger LOG = LoggerFactory.getLogger(LaneTransactions.class);

    private final Database database;
    private final Shared shared;
    private final Aftermath aftermath;
    private final Surroundings surroundings;
    private final KnownJobs knownJobs = new KnownJobs();
    private final IdBlocks ids = new IdBlocks();
    private final RandomGenerator random;
    private volatile boolean closing;
    private boolean waitsBriefly;
    private @Nullable LaneTools tools;

    LaneTransactions(
            Database database, Shared shared, Aftermath aftermath, Surroundings surroundings) {
        this.database = database;
        this.shared = shared;
        this.aftermath = aftermath;
        this.surroundings = surroundings;
        this.random = surroundings.chance().get();
    }

    /// Waits no longer for a database that is gone.
    void hurry() {
        closing = true;
    }

    /// Whether transactions wait only a moment for the locks of others.
    void waitBriefly(boolean briefly) {
        waitsBriefly = briefly;
    }

    boolean waitsBriefly() {
        return waitsBriefly;
    }

    boolean isLockTimeout(Throwable e) {
        return e instanceof SQLException sql && database.dialect().isLockTimeout(sql);
    }

    /// Answers the requests after the commit. Repeats what lost a race, and what the connection broke under.
    void run(List<Request> requests) throws SQLException {
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
                if (waitsBriefly) {
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
                if (isContention(e) && contended++ < MAX_CONTENTION_RETRIES) {
                    continue;
                }
                if (database.dialect().isUnwritable(e)) {
                    throw new StoreException(
                            StoreException.Code.UNAVAILABLE,
                            "the database cannot write: " + e.getMessage(),
                            e);
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

    /// The jobs of these requests whose rows another transaction has locked.
    Set<JobId> lockedElsewhere(List<Request> requests) {
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

    /// A runner that still wants jobs is parked: it asks again when something becomes ready, or at the next look around.
    void fail(Request request, StoreException failure) {
        if (request instanceof Request.Claiming claiming) {
            shared.parking().park(claiming.demand);
        } else {
            request.fail(failure);
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
