package dev.baton.store;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads which queues jobs wait in. Each step goes from one queue to the next one in an index, however many jobs wait there.
final class QueuesInUse {
    private static final String READY = "standing = 3";

    /// Behind a gate, for a time, or for other jobs.
    private static final String WAITING = "standing < 3";

    private static final String OWNER =
            """
            (SELECT run.owner FROM %1$s s JOIN job j ON j.job_id = s.job_id JOIN run ON run.run_id = j.run_id
             WHERE s.%2$s AND s.requirement = q.id LIMIT 1)
            """;

    private final Session session;
    private final String table;

    /// A queue that jobs wait in.
    ///
    /// @param owner who submitted one of them
    record Described(int number, String signature, @Nullable String owner) {}

    QueuesInUse(Session session) {
        this.session = session;
        this.table = session.dialect().queuedJobs();
    }

    Set<Integer> numbers() throws SQLException {
        var numbers = new HashSet<Integer>();
        for (var standing : List.of(READY, WAITING)) {
            var query =
                    session.statement(
                            """
                            WITH RECURSIVE queue(number) AS (
                                SELECT (SELECT requirement FROM %1$s WHERE %2$s ORDER BY requirement LIMIT 1)
                                UNION ALL
                                SELECT (SELECT s.requirement FROM %1$s s
                                        WHERE s.%2$s AND s.requirement > queue.number
                                        ORDER BY s.requirement LIMIT 1)
                                FROM queue WHERE queue.number IS NOT NULL)
                            SELECT number FROM queue WHERE number IS NOT NULL
                            """
                                    .formatted(table, standing));
            numbers.addAll(Session.query(query, row -> row.getInt(1)));
        }
        return numbers;
    }

    List<Described> describe(List<Integer> numbers) throws SQLException {
        if (numbers.isEmpty()) {
            return new ArrayList<>();
        }
        var sql =
                "SELECT q.id, q.signature, coalesce(%s, %s) FROM requirement q WHERE q.id %s"
                        .formatted(
                                OWNER.formatted(table, READY),
                                OWNER.formatted(table, WAITING),
                                session.dialect().amongIds());
        return session.queryAmong(
                sql,
                numbers.stream().mapToLong(Integer::longValue).toArray(),
                row -> new Described(row.getInt(1), row.getString(2), row.getString(3)));
    }
}
