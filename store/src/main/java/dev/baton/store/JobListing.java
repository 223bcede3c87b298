package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.Status;
import dev.baton.store.Views.JobFilter;
import dev.baton.store.Views.JobPage;
import dev.baton.store.Views.JobView;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// One page of a list of jobs. What it costs is bounded, whatever the history: candidates come from the index that fits the
/// filter best, at most [#MAX_VISITED] of them, and a page that ends early says where to go on.
final class JobListing {
    static final int MAX_VISITED = 20_000;

    /// About this much text is read for a page.
    private static final int MAX_CHARACTERS = 4 << 20;

    private static final int CHUNK = 1_000;
    private static final int ROWS_AT_ONCE = 50;

    private final Connection connection;
    private final Database database;
    private final JobFilter filter;

    JobListing(Connection connection, Database database, JobFilter filter) {
        this.connection = connection;
        this.database = database;
        this.filter = filter;
    }

    /// Gives ids below a bound, newest first.
    @FunctionalInterface
    private interface Candidates {
        List<Long> next(long below, int most) throws SQLException;
    }

    JobPage page(@Nullable JobId before, int limit) throws SQLException {
        var candidates = candidates();
        var found = new ArrayList<Long>();
        long below = before == null ? Long.MAX_VALUE : before.value();
        int visited = 0;
        while (visited < MAX_VISITED) {
            // One more than is shown, to know whether there is another page.
            int wanted = isWholeFilter() ? limit + 1 - found.size() : CHUNK;
            var next = candidates.next(below, wanted);
            found.addAll(isWholeFilter() ? next : matching(next));
            if (found.size() > limit) {
                return read(found.subList(0, limit), found.get(limit - 1));
            }
            if (next.size() < wanted) {
                return read(found, null);
            }
            below = next.getLast();
            visited += next.size();
        }
        return read(found, below);
    }

    /// Whether the candidates are chosen by all that the filter asks for.
    private boolean isWholeFilter() {
        long asked =
                Arrays.asList(filter.run(), filter.status(), filter.name(), filter.runner())
                        .stream()
                        .filter(one -> one != null)
                        .count();
        return asked == 0 || (asked == 1 && (filter.run() != null || filter.name() != null));
    }

    private Candidates candidates() throws SQLException {
        var status = filter.status();
        if (filter.run() != null) {
            return among("job", "run_id = ?", filter.run().value());
        }
        if (status == Status.FAILED || status == Status.CANCELED) {
            var only = "standing >= 8 AND " + standings(status, "");
            return among(database.dialect().statesOf(status), only);
        }
        if (filter.name() != null) {
            return among("job", "name = ?", filter.name());
        }
        if (status != null && !status.isFinal()) {
            var few = database.dialect().fewLive(connection, status, MAX_VISITED);
            if (few != null) {
                return (below, most) -> few.stream().filter(id -> id < below).limit(most).toList();
            }
        }
        return among(status == null ? "job_state" : database.dialect().statesOf(status), "1 = 1");
    }

    private Candidates among(String table, String condition, Object... parameters) {
        var sql =
                "SELECT job_id FROM %s WHERE %s AND job_id < ? ORDER BY job_id DESC LIMIT ?"
                        .formatted(table, condition);
        return (below, most) -> {
            try (var query = connection.prepareStatement(sql)) {
                int index = 1;
                for (Object parameter : parameters) {
                    query.setObject(index++, parameter);
                }
                query.setLong(index++, below);
                query.setInt(index, most);
                return Session.query(query, row -> row.getLong(1));
            }
        };
    }

    /// Those of the candidates that fit.
    private List<Long> matching(List<Long> candidates) throws SQLException {
        var sql =
                new StringBuilder(
                        "SELECT s.job_id FROM job_state s JOIN job j ON j.job_id = s.job_id WHERE s.job_id "
                                + database.dialect().amongIds());
        var parameters = new ArrayList<Object>();
        if (filter.run() != null) {
            sql.append(" AND j.run_id = ?");
            parameters.add(filter.run().value());
        }
        if (filter.name() != null) {
            sql.append(" AND j.name = ?");
            parameters.add(filter.name());
        }
        if (filter.runner() != null) {
            sql.append(" AND s.runner = ?");
            parameters.add(filter.runner());
        }
        if (filter.status() != null) {
            sql.append(" AND ").append(standings(filter.status(), "s."));
        }
        try (var query = connection.prepareStatement(sql.append(" ORDER BY 1 DESC").toString())) {
            database.dialect().bindIds(query, 1, ids(candidates));
            for (int i = 0; i < parameters.size(); i++) {
                query.setObject(i + 2, parameters.get(i));
            }
            return Session.query(query, row -> row.getLong(1));
        }
    }

    private static String standings(Status status, String table) {
        return Arrays.stream(Standing.values())
                .filter(standing -> standing.status() == status)
                .map(standing -> Integer.toString(Codes.of(standing)))
                .collect(Collectors.joining(", ", table + "standing IN (", ")"));
    }

    /// The jobs as lists show them, as far as they are not too much for one answer.
    private JobPage read(List<Long> found, @Nullable Long next) throws SQLException {
        var sql =
                JobViewRows.SELECT_BRIEF
                        + " WHERE s.job_id "
                        + database.dialect().amongIds()
                        + " ORDER BY s.job_id DESC";
        var jobs = new ArrayList<JobView>();
        long characters = 0;
        for (int from = 0; from < found.size(); from += ROWS_AT_ONCE) {
            var some = found.subList(from, Math.min(found.size(), from + ROWS_AT_ONCE));
            try (var query = connection.prepareStatement(sql)) {
                database.dialect().bindIds(query, 1, ids(some));
                var rows = Session.query(query, JobViewRows::read);
                for (var job : JobViewRows.withNeeds(connection, database.dialect(), rows)) {
                    if (isStillWanted(job)) {
                        jobs.add(job);
                    }
                    characters += JobViewRows.characters(job);
                    if (characters > MAX_CHARACTERS && job.id().value() > found.getLast()) {
                        return new JobPage(jobs, job.id());
                    }
                }
            }
        }
        return new JobPage(jobs, next == null ? null : new JobId(next));
    }

    /// It may have moved on since it was found.
    private boolean isStillWanted(JobView job) {
        return (filter.status() == null || filter.status() == job.status())
                && (filter.runner() == null || filter.runner().equals(job.runner()));
    }

    private static long[] ids(List<Long> ids) {
        return ids.stream().mapToLong(Long::longValue).toArray();
    }
}
