package dev.baton.store;

import dev.baton.core.JobId;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

/// Which job has which unique key, as a transaction finds and leaves it.
///
/// A key is taken by a row, so that of two transactions that take it at once one is run again, and finds it taken.
final class UniqueKeys {
    private final Session session;
    private final Workset jobs;
    private final Map<String, JobId> takenHere = new HashMap<>();

    UniqueKeys(Session session, Workset jobs) {
        this.session = session;
        this.jobs = jobs;
    }

    /// The job that has a key and is not over.
    @Nullable JobId holder(String key) throws SQLException {
        var here = takenHere.get(key);
        var holder = here != null ? here : stored(key);
        var entry = holder == null ? null : jobs.find(holder);
        return entry != null && entry.job().isFinished() ? null : holder;
    }

    private @Nullable JobId stored(String key) throws SQLException {
        var statement = session.statement("SELECT job_id FROM unique_key WHERE key = ?");
        statement.setString(1, key);
        var found = Session.query(statement, row -> new JobId(row.getLong(1)));
        return found.isEmpty() ? null : found.getFirst();
    }

    void take(String key, JobId job) {
        takenHere.put(key, job);
    }

    /// Gives the keys of jobs that ended here back, and writes down who took which.
    void save() throws SQLException {
        long[] ended =
                jobs.entries().stream()
                        .filter(entry -> !entry.isNew() && entry.finishedHere())
                        .filter(entry -> entry.fixed.extras().uniqueKey() != null)
                        .mapToLong(entry -> entry.fixed.id().value())
                        .toArray();
        if (ended.length > 0) {
            var dialect = session.dialect();
            var delete =
                    session.statement("DELETE FROM unique_key WHERE job_id " + dialect.amongIds());
            dialect.bindIds(delete, 1, ended);
            delete.executeUpdate();
        }
        var taken = new ArrayList<Tables.KeyRow>();
        takenHere.forEach(
                (key, job) -> {
                    var entry = jobs.find(job);
                    if (entry != null && !entry.job().isFinished()) {
                        taken.add(new Tables.KeyRow(key, job));
                    }
                });
        if (!taken.isEmpty()) {
            session.dialect().insert(session, Tables.UNIQUE_KEY, taken);
        }
    }
}
