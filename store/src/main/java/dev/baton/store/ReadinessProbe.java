package dev.baton.store;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Finds out whether requests are answered: how long the oldest has waited at each lane, and whether each lane commits a
/// row and a reader reads one.
///
/// Any thread may ask, as often as it likes: one probe at a time is under way, its result is good for a second, and nobody
/// waits longer than [#PATIENCE] for it, whatever the database does.
final class ReadinessProbe {
    /// A request that waits for longer than this is a sign that nothing works.
    static final Duration MAX_WAIT = Duration.ofSeconds(5);

    /// The locks of an orchestrator that is frozen are gone before: whoever keeps rows for longer is none of ours.
    static final Duration MAX_ASIDE = Duration.ofSeconds(7);

    /// How long an answer is waited for.
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Duration GOOD_FOR = Duration.ofSeconds(1);

    private final List<Lane> lanes;
    private final Database database;
    private final LongSupplier nanos;
    private @Nullable Round last;

    ReadinessProbe(List<Lane> lanes, Database database, LongSupplier nanos) {
        this.lanes = lanes;
        this.database = database;
        this.nanos = nanos;
    }

    /// One probe of everything.
    private final class Round {
        private final long began = nanos.getAsLong();
        private final List<Request.Probing> commits = new ArrayList<>();
        private final CountDownLatch read = new CountDownLatch(1);
        private volatile boolean readable;

        void start() {
            for (var lane : lanes) {
                var probing = new Request.Probing();
                commits.add(probing);
                lane.put(probing);
            }
            Thread.ofVirtual().name("readiness-read").start(this::read);
        }

        private void read() {
            try (var connection = database.connectForRead();
                    var session = new Session(connection, database.dialect())) {
                readable = session.oneLong("SELECT 1") == 1;
            } catch (SQLException e) {
                readable = false;
            } finally {
                read.countDown();
            }
        }

        boolean isOver() {
            return read.getCount() == 0 && commits.stream().allMatch(Request.Awaited::isAnswered);
        }

        boolean isFresh() {
            return nanos.getAsLong() - began < GOOD_FOR.toNanos();
        }

        void await() throws InterruptedException {
            for (var commit : commits) {
                commit.awaitAnswer(left());
            }
            read.await(left(), TimeUnit.NANOSECONDS);
        }

        private long left() {
            return Math.max(0, PATIENCE.toNanos() - (nanos.getAsLong() - began));
        }

        void tell(List<String> problems) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - began);
            for (int i = 0; i < commits.size(); i++) {
                var commit = commits.get(i);
                var failure = commit.failure();
                if (failure != null) {
                    problems.add("lane %d cannot commit: %s".formatted(i, failure.getMessage()));
                } else if (!commit.isAnswered()) {
                    problems.add("lane %d has not committed for %d s".formatted(i, seconds));
                }
            }
            if (read.getCount() > 0) {
                problems.add("the database has not answered a read for %d s".formatted(seconds));
            } else if (!readable) {
                problems.add("the database cannot be read");
            }
        }
    }

    Readiness ask() {
        var problems = new ArrayList<String>();
        var round = round();
        try {
            round.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        round.tell(problems);
        for (var lane : lanes) {
            long waited = lane.oldestNanos();
            if (lane.isBroken()) {
                problems.add("lane %d has ended".formatted(lane.number()));
            } else if (waited > MAX_WAIT.toNanos()) {
                problems.add(
                        "the oldest request at lane %d has waited for %d s (limit %d s)"
                                .formatted(
                                        lane.number(),
                                        TimeUnit.NANOSECONDS.toSeconds(waited),
                                        MAX_WAIT.toSeconds()));
            } else if (lane.oldestAsideNanos() > MAX_ASIDE.toNanos()) {
                problems.add(
                        "messages about leases have waited at lane %d for more than %d s, because something keeps their rows locked"
                                .formatted(lane.number(), MAX_ASIDE.toSeconds()));
            }
        }
        return new Readiness(problems);
    }

    private synchronized Round round() {
        var known = last;
        if (known != null && (!known.isOver() || known.isFresh())) {
            return known;
        }
        var next = new Round();
        last = next;
        next.start();
        return next;
    }
}
