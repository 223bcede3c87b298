package dev.baton.store;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    private volatile boolean closing;
    private @Nullable LaneTools tools;

    Committer(Database database, Shared shared, Aftermath aftermath, Surroundings surroundings) {
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

    /// One request that the store cannot take must not take the others with it: then each goes alone.
    void run(List<Request> requests) {
        try {
            transact(requests);
        } catch (RuntimeException | SQLException e) {
            if (requests.size() == 1 || isUnavailable(e)) {
                fail(requests, e);
            } else {
                LOG.warn(
                        "transaction failed, trying its requests alone requests={}",
                        requests.size(),
                        e);
                requests.stream()
                        .filter(request -> !request.isAnswered()) // a commit broke before this
                        .forEach(request -> run(List.of(request)));
            }
        }
    }

    private static boolean isUnavailable(Exception e) {
        return e instanceof StoreException store && store.code() == StoreException.Code.UNAVAILABLE;
    }

    private void fail(List<Request> requests, Exception e) {
        LOG.error("transaction failed requests={}", requests.size(), e);
        var failure =
                e instanceof StoreException known
                        ? known
                        : new StoreException(
                                StoreException.Code.BROKEN, "the store refused the change", e);
        requests.forEach(request -> fail(request, failure));
    }

    /// A runner that still wants jobs is parked: it asks again when something becomes ready, or at the next look around.
    private void fail(Request request, StoreException failure) {
        if (request instanceof Request.Claiming claiming) {
            shared.parking().park(claiming.demand);
        } else {
            request.fail(failure);
        }
    }

    private void transact(List<Request> requests) throws SQLException {
        long deadline = surroundings.nanos().getAsLong() + PATIENCE.toNanos();
        var pending = requests;
        int contended = 0;
        while (true) {
            boolean committing = false;
            Batch batch = null;
            try {
                var connected = connect();
                makeQueues(connected.session(), pending);
                long started = surroundings.nanos().getAsLong();
                connected.session().begin();
                batch = new Batch(connected, shared, pending);
                batch.run();
                committing = true;
                connected.session().commit();
                settle(batch, Duration.ofNanos(surroundings.nanos().getAsLong() - started));
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
                if (surroundings.nanos().getAsLong() > deadline || closing) {
                    throw new StoreException(
                            StoreException.Code.UNAVAILABLE, "the database is not there", e);
                }
                surroundings.pause().accept(RECONNECT_PAUSE_MILLIS);
            } catch (RuntimeException e) {
                abandon(batch);
                throw e;
            }
        }
    }

    /// What is committed is done: whatever fails from here on must not look like a transaction that failed.
    private void settle(Batch batch, Duration took) {
        try {
            knownJobs.trim();
            aftermath.of(batch.settle(), took);
        } catch (RuntimeException e) {
            LOG.error("what follows a commit failed", e);
        }
    }

    /// New requirements get their queue before the transaction that needs it.
    private void makeQueues(Session session, List<Request> requests) throws SQLException {
        for (var request : requests) {
            if (request instanceof Request.Submitting submitting) {
                for (var job : submitting.run.jobs()) {
                    shared.requirements().number(session, job.plan().requirement());
                }
            }
        }
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
