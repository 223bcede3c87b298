package dev.baton.store;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A thread that turns whatever waits into one transaction, again and again.
///
/// There is no added wait: a lone request is committed alone, a thousand share a commit. A platform thread,
/// because SQLite is native code.
final class Lane implements AutoCloseable {
    /// How many requests may wait. More are refused: the caller is told to come again.
    static final int MOST_WAITING = 100_000;

    static final int MOST_COMMANDS = 4_000;
    private static final int MOST_CONTENTION_RETRIES = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long RECONNECT_PAUSE_MILLIS = 100;
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final Database database;
    private final Shared shared;
    private final Aftermath aftermath;
    private final BlockingQueue<Request> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private final KnownJobs knownJobs = new KnownJobs();
    private final IdBlocks ids = new IdBlocks();
    private final BufferedRandom random = new BufferedRandom();
    private final Thread thread;
    private volatile boolean closing;
    private @Nullable LaneTools tools;

    Lane(int number, Database database, Shared shared, Aftermath aftermath) {
        this.database = database;
        this.shared = shared;
        this.aftermath = aftermath;
        this.thread = Thread.ofPlatform().name("lane-" + number).unstarted(this::loop);
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
                    runAll(batch);
                    batch.clear();
                }
            } catch (InterruptedException e) {
                closing = true;
            }
        }
        disconnect();
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

    /// One request that the store cannot take must not take the others with it: then each goes alone.
    private void runAll(List<Request> requests) {
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
                        .forEach(request -> runAll(List.of(request)));
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
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        var pending = requests;
        int contended = 0;
        while (true) {
            boolean committing = false;
            Batch batch = null;
            try {
                var connected = connect();
                makeQueues(connected.session(), pending);
                long started = System.nanoTime();
                connected.session().begin();
                batch = new Batch(connected, shared, pending);
                batch.run();
                committing = true;
                connected.session().commit();
                settle(batch, Duration.ofNanos(System.nanoTime() - started));
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
                if (System.nanoTime() > deadline || closing) {
                    throw new StoreException(
                            StoreException.Code.UNAVAILABLE, "the database is not there", e);
                }
                pause();
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

    private void disconnect() {
        if (tools != null) {
            try {
                tools.session().close();
            } catch (SQLException e) {
                LOG.debug("connection could not be closed", e);
            }
            tools = null;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(RECONNECT_PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static StoreException closed() {
        return new StoreException(StoreException.Code.CLOSED, "the orchestrator is stopping");
    }

    /// Finishes what waits, then ends.
    @Override
    public void close() {
        closing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        waiting.forEach(request -> request.fail(closed()));
    }
}
