package dev.baton.store;

import dev.baton.core.InstanceId;
import dev.baton.core.JobId;
import dev.baton.core.LeaseHolder;
import dev.baton.core.RunnerId;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// The runners that were heard of, in their table. Written outside of the lanes: jobs do not wait for it.
final class SqlRunners implements Runners {
    private static final String SEPARATOR = " ";

    /// By name, so that two orchestrators that write the same rows do not wait for each other in a circle.
    private static final Comparator<Sighting> ORDER =
            Comparator.comparing((Sighting sighting) -> sighting.holder().runner().value())
                    .thenComparing(sighting -> sighting.holder().credential());

    private final Database database;

    SqlRunners(Database database) {
        this.database = database;
    }

    @Override
    public void saw(Collection<Sighting> runners) {
        if (runners.isEmpty()) {
            return;
        }
        try (var connection = database.connectForChange()) {
            connection.setAutoCommit(false);
            write(connection, runners.stream().sorted(ORDER).toList());
            connection.commit();
        } catch (SQLException e) {
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE, "cannot remember the runners", e);
        }
    }

    private void write(Connection connection, List<Sighting> runners) throws SQLException {
        long now = Micros.of(database.readNow(connection));
        try (var upsert =
                connection.prepareStatement(
                        """
                        INSERT INTO runner (runner_id, credential, capabilities, capacity, seen, instance, instance_since)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        ON CONFLICT (runner_id, credential) DO UPDATE
                        SET capabilities = excluded.capabilities, capacity = excluded.capacity, seen = excluded.seen,
                            instance = excluded.instance,
                            instance_since = CASE WHEN runner.instance = excluded.instance
                                THEN runner.instance_since ELSE excluded.instance_since END
                        """)) {
            for (Sighting runner : runners) {
                upsert.setString(1, runner.holder().runner().value());
                upsert.setString(2, runner.holder().credential());
                upsert.setString(
                        3, String.join(SEPARATOR, new TreeSet<>(runner.capabilities().tags())));
                upsert.setInt(4, runner.capacity());
                upsert.setLong(5, now);
                InstanceId instance = runner.instance();
                upsert.setString(6, instance == null ? null : instance.value());
                upsert.setObject(7, instance == null ? null : now, Types.BIGINT);
                upsert.addBatch();
            }
            upsert.executeBatch();
        }
    }

    @Override
    public List<RunnerView> list(Duration recently, int limit) {
        try (var connection = database.connectForRead();
                var query =
                        connection.prepareStatement(
                                """
                                SELECT runner_id, credential, capabilities, capacity, seen FROM runner
                                ORDER BY runner_id, credential LIMIT ?
                                """)) {
            Instant now = database.readNow(connection);
            var held = held(connection, now);
            query.setInt(1, limit);
            return Session.query(
                    query,
                    row -> {
                        var holder = holder(row.getString(1), row.getString(2));
                        String tags = row.getString(3);
                        Instant seen = Micros.toInstant(row.getLong(5));
                        return new RunnerView(
                                holder,
                                tags.isEmpty() ? List.of() : List.of(tags.split(SEPARATOR, -1)),
                                row.getInt(4),
                                seen,
                                !seen.plus(recently).isBefore(now),
                                held.getOrDefault(holder, List.of()));
                    });
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot list the runners", e);
        }
    }

    private static Map<LeaseHolder, List<HeldJob>> held(Connection connection, Instant now)
            throws SQLException {
        var held = new HashMap<LeaseHolder, List<HeldJob>>();
        try (var query =
                connection.prepareStatement(
                        """
                        SELECT runner, credential, job_id, attempt, epoch, granted_at FROM job_state
                        WHERE deadline IS NOT NULL AND standing BETWEEN 4 AND 6 AND expires_at > ?
                        """)) {
            query.setLong(1, Micros.of(now));
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    held.computeIfAbsent(
                                    holder(rows.getString(1), rows.getString(2)),
                                    _ -> new ArrayList<>())
                            .add(
                                    new HeldJob(
                                            new JobId(rows.getLong(3)),
                                            rows.getInt(4),
                                            rows.getInt(5),
                                            Micros.toInstant(rows.getLong(6))));
                }
            }
        }
        held.values().forEach(jobs -> jobs.sort(Comparator.comparing(HeldJob::job)));
        return held;
    }

    @Override
    public Optional<StoredProcess> processElsewhere(LeaseHolder holder, Duration recently) {
        if (!database.isShared()) {
            return Optional.empty();
        }
        try (var connection = database.connectForRead();
                var query =
                        connection.prepareStatement(
                                """
                                SELECT instance, instance_since FROM runner
                                WHERE runner_id = ? AND credential = ? AND instance IS NOT NULL AND seen > ?
                                """)) {
            Instant now = database.readNow(connection);
            query.setString(1, holder.runner().value());
            query.setString(2, holder.credential());
            query.setLong(3, Micros.of(now.minus(recently)));
            return Session.query(
                            query,
                            row ->
                                    new StoredProcess(
                                            new InstanceId(row.getString(1)),
                                            Duration.between(
                                                    Micros.toInstant(row.getLong(2)), now)))
                    .stream()
                    .findFirst();
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot read a runner", e);
        }
    }

    @Override
    public void left(LeaseHolder holder, InstanceId instance) {
        try (var connection = database.connectForChange();
                var update =
                        connection.prepareStatement(
                                """
                                UPDATE runner SET instance = NULL, instance_since = NULL
                                WHERE runner_id = ? AND credential = ? AND instance = ?
                                """)) {
            update.setString(1, holder.runner().value());
            update.setString(2, holder.credential());
            update.setString(3, instance.value());
            update.executeUpdate();
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot forget a process", e);
        }
    }

    @Override
    public void order(
            RunnerId runner,
            String reason,
            boolean finishTasks,
            @Nullable Duration left,
            Duration lasting) {
        try (var connection = database.connectForChange();
                var upsert =
                        connection.prepareStatement(
                                """
                                INSERT INTO runner_order (runner_id, reason, finish_tasks, deadline, expires) VALUES (?, ?, ?, ?, ?)
                                ON CONFLICT (runner_id) DO UPDATE
                                SET reason = excluded.reason, finish_tasks = excluded.finish_tasks,
                                    deadline = excluded.deadline, expires = excluded.expires
                                """)) {
            Instant now = database.readNow(connection);
            upsert.setString(1, runner.value());
            upsert.setString(2, reason);
            upsert.setBoolean(3, finishTasks);
            upsert.setObject(4, left == null ? null : Micros.of(now.plus(left)), Types.BIGINT);
            upsert.setLong(5, Micros.of(now.plus(lasting)));
            upsert.executeUpdate();
        } catch (SQLException e) {
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE, "cannot remember an order", e);
        }
    }

    @Override
    public Optional<Ordered> orderOf(RunnerId runner) {
        try (var connection = database.connectForService();
                var query =
                        connection.prepareStatement(
                                """
                                SELECT reason, finish_tasks, deadline FROM runner_order
                                WHERE runner_id = ? AND expires > ?
                                """)) {
            Instant now = database.readNow(connection);
            query.setString(1, runner.value());
            query.setLong(2, Micros.of(now));
            return Session.query(
                            query,
                            row -> {
                                long deadline = row.getLong(3);
                                return new Ordered(
                                        row.getString(1),
                                        row.getBoolean(2),
                                        row.wasNull()
                                                ? null
                                                : Duration.between(
                                                        now, Micros.toInstant(deadline)));
                            })
                    .stream()
                    .findFirst();
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot read an order", e);
        }
    }

    @Override
    public void remove(LeaseHolder runner) {
        try (var connection = database.connectForChange();
                var rows =
                        connection.prepareStatement(
                                "DELETE FROM runner WHERE runner_id = ? AND credential = ?");
                var orders =
                        connection.prepareStatement(
                                "DELETE FROM runner_order WHERE runner_id = ?")) {
            rows.setString(1, runner.runner().value());
            rows.setString(2, runner.credential());
            rows.executeUpdate();
            orders.setString(1, runner.runner().value());
            orders.executeUpdate();
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot forget a runner", e);
        }
    }

    @Override
    public int forget(Duration silence) {
        try (var connection = database.connectForChange();
                var delete = connection.prepareStatement("DELETE FROM runner WHERE seen < ?")) {
            delete.setLong(1, Micros.of(database.readNow(connection).minus(silence)));
            return delete.executeUpdate();
        } catch (SQLException e) {
            throw new StoreException(StoreException.Code.UNAVAILABLE, "cannot forget runners", e);
        }
    }

    private static LeaseHolder holder(String runner, String credential) {
        return new LeaseHolder(new RunnerId(runner), credential);
    }
}
