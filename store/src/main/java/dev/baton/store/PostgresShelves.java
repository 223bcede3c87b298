package dev.baton.store;

import dev.baton.core.Job;
import dev.baton.core.Status;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The three parts of `job_state` on PostgreSQL, and how jobs move between them.
///
/// A heartbeat, and a change that leaves a job where it is, are updates. A job that moves on is deleted from its
/// shelf and copied onto the next.
final class PostgresShelves {
    private static final ShelfTables QUEUED = ShelfTables.of("job_state_queued");
    private static final ShelfTables HELD = ShelfTables.of("job_state_held");
    private static final ShelfTables FINISHED = ShelfTables.of("job_state_finished");

    private final PostgresDialect dialect;

    PostgresShelves(PostgresDialect dialect) {
        this.dialect = dialect;
    }

    private record ShelfTables(
            String name, Table<Entry> changes, Table<Entry> renewals, Table<Entry> removals) {
        static ShelfTables of(String name) {
            return new ShelfTables(
                    name,
                    JobStateTable.changes(name),
                    JobStateTable.renewals(name),
                    JobStateTable.removals(name));
        }
    }

    private static ShelfTables tables(Shelf shelf) {
        return switch (shelf) {
            case QUEUED -> QUEUED;
            case HELD -> HELD;
            case FINISHED -> FINISHED;
        };
    }

    String queuedJobs() {
        return QUEUED.name();
    }

    String statesOf(Status status) {
        return switch (status) {
            case QUEUED -> QUEUED.name();
            case LEASED, RUNNING, CANCELING -> HELD.name();
            case SUCCEEDED, FAILED, CANCELED -> FINISHED.name();
        };
    }

    void insert(Session session, List<Entry> entries) throws SQLException {
        for (var shelf : byShelf(entries, Entry::job).entrySet()) {
            CopyRows.into(
                    session, tables(shelf.getKey()).name(), JobStateTable.ALL, shelf.getValue());
        }
    }

    int update(Session session, List<Entry> entries) throws SQLException {
        var renewed = new ArrayList<Entry>();
        var changed = new ArrayList<Entry>();
        var moved = new ArrayList<Entry>();
        for (var entry : entries) {
            if (entry.isRenewal()) {
                renewed.add(entry);
            } else if (Shelf.of(entry.loaded().state()) == Shelf.of(entry.job().state())) {
                changed.add(entry);
            } else {
                moved.add(entry);
            }
        }
        int written = renewed.isEmpty() ? 0 : dialect.update(session, HELD.renewals(), renewed);
        for (var shelf : byShelf(changed, Entry::loaded).entrySet()) {
            written += dialect.update(session, tables(shelf.getKey()).changes(), shelf.getValue());
        }
        int removed = 0;
        for (var shelf : byShelf(moved, Entry::loaded).entrySet()) {
            removed += dialect.delete(session, tables(shelf.getKey()).removals(), shelf.getValue());
        }
        if (removed == moved.size()) {
            insert(session, moved);
        }
        return written + removed;
    }

    private static Map<Shelf, List<Entry>> byShelf(List<Entry> entries, Function<Entry, Job> job) {
        return entries.stream()
                .collect(
                        Collectors.groupingBy(
                                entry -> Shelf.of(job.apply(entry).state()),
                                () -> new EnumMap<>(Shelf.class),
                                Collectors.toList()));
    }
}
