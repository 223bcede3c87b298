package dev.baton.store;

import dev.baton.core.JobId;

import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/// Orchestrators on one PostgreSQL, told of each other by LISTEN/NOTIFY.
///
/// A notice costs the sender a good part of its rate, so none is sent while nobody else is there. Each
/// orchestrator says every second that it is. A notice is a hint and may be lost: what is ready is looked for each second, and
/// what is watched or waited for is looked at whenever notices may have been missed, and now and then in any case.
///
/// It also ends transactions of orchestrators that are frozen while others wait for what they have locked.
final class PostgresNeighbours implements Neighbours {
    /// How long it may take to notice that this is to be closed.
    private static final int LISTEN_MILLIS = 100;

    private static final int RECONNECT_MILLIS = 1_000;
    private static final long PRESENCE_NANOS = 1_000_000_000L;
    private static final int ABSENT_AFTER_SECONDS = 10;
    private static final int FROZEN_AFTER_SECONDS = 5;
    private static final long LOOK_AT_ALL_NANOS = Duration.ofSeconds(15).toNanos();

    /// A notice has at most 8,000 bytes.
    private static final int MAX_JOBS_PER_NOTICE = 400;

    /// In place of queues or jobs, if there are more than can be listed.
    private static final String TOO_MANY = "*";

    private static final int MAX_NOTICES = 10;
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
        var statement =
                session.statement("SELECT pg_notify('baton', notice) FROM unnest(?) AS notice");
        var notices = notices(ready, jobs).toArray();
        statement.setArray(1, session.connection().createArrayOf("text", notices));
        Session.query(statement, _ -> "");
    }

    /// `self|queue:jobs,queue:jobs|job,job` each. The queues are in the first, and the jobs in as many as it takes.
    private List<String> notices(Map<Integer, Integer> ready, List<JobId> jobs) {
        var queues =
                ready.size() > MAX_JOBS_PER_NOTICE
                        ? TOO_MANY
                        : ready.entrySet().stream()
                                .map(queue -> queue.getKey() + ":" + queue.getValue())
                                .collect(Collectors.joining(","));
        if (jobs.size() > MAX_NOTICES * MAX_JOBS_PER_NOTICE) {
            return List.of(self + "|" + queues + "|" + TOO_MANY);
        }
        var notices = new ArrayList<String>();
        int from = 0;
        do {
            int to = Math.min(from + MAX_JOBS_PER_NOTICE, jobs.size());
            notices.add(self + "|" + (from == 0 ? queues : "") + "|" + numbers(jobs, from, to));
            from = to;
        } while (from < jobs.size());
        return notices;
    }

    private static String numbers(List<JobId> jobs, int from, int to) {
        return jobs.subList(from, to).stream()
                .map(job -> Long.toString(job.value(), Character.MAX_RADIX))
                .collect(Collectors.joining(","));
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
        // What was said before is lost.
        listener.changesMissed();
        var notices = connection.unwrap(PGConnection.class);
        long announced = System.nanoTime() - PRESENCE_NANOS;
        long lookedAtAll = System.nanoTime();
        while (!closing) {
            long now = System.nanoTime();
            if (now - announced >= PRESENCE_NANOS) {
                announced = now;
                endFrozenTransactions(connection);
                boolean wasForgotten = announce(connection);
                lookAround();
                if (others && (wasForgotten || now - lookedAtAll >= LOOK_AT_ALL_NANOS)) {
                    lookedAtAll = now;
                    listener.changesMissed();
                }
            }
            var heard = notices.getNotifications(LISTEN_MILLIS);
            if (heard != null) {
                Arrays.stream(heard).forEach(notice -> hear(notice.getParameter()));
            }
        }
        leave(connection);
    }

    /// Says that this orchestrator is there, and learns whether others are.
    ///
    /// @return whether the others did not know of it, and may have told it nothing
    private boolean announce(Connection connection) throws SQLException {
        boolean wasForgotten;
        try (var statement =
                connection.prepareStatement(
                        """
                        INSERT INTO orchestrator (id, seen) VALUES (?, (extract(epoch FROM clock_timestamp()))::bigint)
                        ON CONFLICT (id) DO UPDATE SET seen = excluded.seen RETURNING xmax = 0
                        """)) {
            statement.setString(1, self);
            wasForgotten = Session.query(statement, row -> row.getBoolean(1)).getFirst();
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
        return wasForgotten;
    }

    /// Ends sessions of orchestrators whose transaction, with all that it has locked, has been waiting for its client for seconds. The
    /// server ends by itself those that are idle between two statements; a client can also be frozen within one, in a COPY say.
    private static void endFrozenTransactions(Connection connection) throws SQLException {
        try (var statement =
                connection.prepareStatement(
                        """
                        SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database() AND usename = current_user
                        AND application_name = current_setting('application_name')
                        AND backend_xid IS NOT NULL AND wait_event_type = 'Client'
                        AND state_change < pg_catalog.clock_timestamp() - make_interval(secs => ?)
                        """)) {
            statement.setInt(1, FROZEN_AFTER_SECONDS);
            for (int pid : Session.query(statement, row -> row.getInt(1))) {
                LOG.warn("transaction of a frozen orchestrator ended pid={}", pid);
            }
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
        if (queues.equals(TOO_MANY)) {
            lookAround();
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
        if (numbers.equals(TOO_MANY)) {
            listener.changesMissed();
        } else if (!numbers.isEmpty()) {
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
            Thread.sleep(RECONNECT_MILLIS);
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
