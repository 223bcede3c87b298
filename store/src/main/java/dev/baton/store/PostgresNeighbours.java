package dev.baton.store;

import dev.baton.core.JobId;

import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/// Orchestrators on one PostgreSQL, told of each other by LISTEN/NOTIFY.
///
/// A notice costs the sender a good part of its rate, so none is sent while nobody else is there. Each
/// orchestrator says every few seconds that it is; a notice that is lost is made up for by looking around.
final class PostgresNeighbours implements Neighbours {
    private static final int LISTEN_MILLIS = 1_000;
    private static final long PRESENCE_NANOS = 1_000_000_000L;
    private static final int ABSENT_AFTER_SECONDS = 10;
    private static final int MOST_JOBS_PER_NOTICE = 400;
    private static final Logger LOG = LoggerFactory.getLogger(PostgresNeighbours.class);

    private final String self = UUID.randomUUID().toString();
    private final PostgresDatabase database;
    private final CommitListener listener;
    private final Thread thread = Thread.ofPlatform().name("neighbours").unstarted(this::loop);
    private @Nullable Transactor engine;
    private volatile boolean others;
    private volatile boolean closing;

    PostgresNeighbours(PostgresDatabase database, CommitListener listener) {
        this.database = database;
        this.listener = listener;
    }

    void start(Transactor started) {
        engine = started;
        thread.start();
    }

    @Override
    public void tell(Session session, Map<Integer, Integer> ready, List<JobId> jobs)
            throws SQLException {
        if (!others || (ready.isEmpty() && jobs.isEmpty())) {
            return;
        }
        var statement = session.statement("SELECT pg_notify('baton', ?)");
        statement.setString(1, notice(ready, jobs));
        Session.query(statement, _ -> "");
    }

    /// `self|queue:jobs,queue:jobs|job,job`: short, since a notice has at most 8,000 bytes.
    private String notice(Map<Integer, Integer> ready, List<JobId> jobs) {
        var queues =
                ready.entrySet().stream()
                        .limit(MOST_JOBS_PER_NOTICE)
                        .map(queue -> queue.getKey() + ":" + queue.getValue())
                        .collect(Collectors.joining(","));
        var numbers =
                jobs.stream()
                        .limit(MOST_JOBS_PER_NOTICE)
                        .map(job -> Long.toString(job.value(), Character.MAX_RADIX))
                        .collect(Collectors.joining(","));
        return self + "|" + queues + "|" + numbers;
    }

    private void loop() {
        while (!closing) {
            try (var connection = database.connectForNotices()) {
                listen(connection);
            } catch (SQLException | StoreException e) {
                LOG.warn("notices of other orchestrators interrupted, trying again", e);
                pause();
            }
        }
    }

    private void listen(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("LISTEN baton");
        }
        var notices = connection.unwrap(PGConnection.class);
        long announced = System.nanoTime() - PRESENCE_NANOS;
        while (!closing) {
            if (System.nanoTime() - announced >= PRESENCE_NANOS) {
                announce(connection);
                lookAround();
                announced = System.nanoTime();
            }
            var heard = notices.getNotifications(LISTEN_MILLIS);
            if (heard != null) {
                Arrays.stream(heard).forEach(notice -> hear(notice.getParameter()));
            }
        }
        leave(connection);
    }

    private void announce(Connection connection) throws SQLException {
        try (var statement =
                connection.prepareStatement(
                        """
                        INSERT INTO orchestrator (id, seen) VALUES (?, (extract(epoch FROM clock_timestamp()))::bigint)
                        ON CONFLICT (id) DO UPDATE SET seen = excluded.seen
                        """)) {
            statement.setString(1, self);
            statement.executeUpdate();
        }
        try (var statement =
                connection.prepareStatement(
                        """
                        DELETE FROM orchestrator
                        WHERE seen < (extract(epoch FROM clock_timestamp()))::bigint - ?
                        """)) {
            statement.setInt(1, ABSENT_AFTER_SECONDS);
            statement.executeUpdate();
        }
        try (var session = connection.prepareStatement("SELECT count(*) FROM orchestrator")) {
            others = Session.query(session, row -> row.getLong(1)).getFirst() > 1;
        }
    }

    private void lookAround() {
        var transactor = engine;
        if (others && transactor != null) {
            transactor.reloadQueues();
            transactor.lookAround();
        }
    }

    private void hear(String notice) {
        var parts = notice.split("\\|", -1);
        if (parts.length != 3) {
            LOG.warn("notice not understood length={}", notice.length());
            return;
        }
        if (parts[0].equals(self)) {
            return;
        }
        try {
            hearReady(parts[1]);
            hearChanged(parts[2]);
        } catch (IllegalArgumentException e) {
            LOG.warn("notice not understood length={}", notice.length());
        }
    }

    private void hearReady(String queues) {
        var transactor = engine;
        if (queues.isEmpty() || transactor == null) {
            return;
        }
        for (var queue : queues.split(",", -1)) {
            var parts = queue.split(":", 2);
            int number = Integer.parseInt(parts[0]);
            if (!transactor.knowsQueue(number)) {
                transactor.reloadQueues();
            }
            transactor.readyElsewhere(number, Integer.parseInt(parts[1]));
        }
    }

    private void hearChanged(String numbers) {
        if (!numbers.isEmpty()) {
            listener.changedElsewhere(
                    Arrays.stream(numbers.split(",", -1))
                            .map(number -> Long.parseLong(number, Character.MAX_RADIX))
                            .map(JobId::new)
                            .toList());
        }
    }

    private void leave(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement("DELETE FROM orchestrator WHERE id = ?")) {
            statement.setString(1, self);
            statement.executeUpdate();
        }
    }

    private void pause() {
        try {
            Thread.sleep(LISTEN_MILLIS);
        } catch (InterruptedException e) {
            closing = true;
        }
    }

    @Override
    public void close() {
        closing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
