package dev.baton.store;

import dev.baton.core.Event;
import dev.baton.core.PastLease;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Writes what a transaction decided: each table once, all rows at a time.
final class Changes {
    private final LaneTools tools;
    private final Workset jobs;
    private final Submissions submissions;
    private final Gates gates;

    Changes(LaneTools tools, Workset jobs, Submissions submissions, Gates gates) {
        this.tools = tools;
        this.jobs = jobs;
        this.submissions = submissions;
        this.gates = gates;
    }

    void save() throws SQLException {
        var created = new ArrayList<Entry>();
        var updated = new ArrayList<Entry>();
        var ended = new ArrayList<Tables.PastLeaseRow>();
        var page = new JournalPage();
        long pageNumber = pageNumber();
        for (var entry : jobs.changed()) {
            appendAudit(entry, page, pageNumber);
            appendPastLeases(entry, ended);
            (entry.isNew() ? created : updated).add(entry);
        }
        insert(Tables.RUN, submissions.runs());
        submissions.parts().save(Micros.of(jobs.now()));
        insert(Tables.JOB, created.stream().map(entry -> entry.fixed).toList());
        insert(Tables.NEED, submissions.needs());
        saveStates(created, updated);
        insert(Tables.PAST_LEASE, ended);
        submissions.keys().save();
        insert(Tables.DEAD_LETTER, DeadLetterRows.of(jobs));
        update(Tables.GATE, List.copyOf(gates.changed()));
        if (!page.isEmpty()) {
            var row = new Tables.PageRow(pageNumber, Micros.of(jobs.now()), page.toBytes());
            insert(Tables.JOURNAL, List.of(row));
        }
    }

    /// A number for the page, if there will be one.
    private long pageNumber() throws SQLException {
        boolean hasLines = jobs.changed().stream().anyMatch(entry -> !entry.events().isEmpty());
        return hasLines ? tools.ids().next(tools.session()) : 0;
    }

    private void saveStates(List<Entry> created, List<Entry> updated) throws SQLException {
        var dialect = tools.session().dialect();
        if (!created.isEmpty()) {
            dialect.insertStates(tools.session(), created);
        }
        if (!updated.isEmpty()) {
            // In one order everywhere, so that no two transactions wait in a circle.
            updated.sort(Comparator.comparing(entry -> entry.fixed.id()));
            int written = dialect.updateStates(tools.session(), updated);
            if (written != updated.size()) {
                throw new LostRace(updated.size(), written);
            }
        }
    }

    private void appendAudit(Entry entry, JournalPage page, long pageNumber) {
        var trail = entry.trail();
        for (var event : entry.events()) {
            var evidence = evidence(entry, event);
            trail.add(event, Micros.of(jobs.now()), pageNumber, evidence);
            page.add(entry.fixed.id(), trail.seq(), event, trail.head(), evidence);
        }
    }

    private static byte @Nullable [] evidence(Entry entry, Event event) {
        return switch (event.kind()) {
            case SUBMITTED -> entry.submission();
            case FINISHED -> LineEvidence.ofEnd(entry);
            case REQUEUED -> {
                for (var lease : newPast(entry)) {
                    if (lease.epoch() == event.epoch()) {
                        yield LineEvidence.ofAttempt(row(entry, lease));
                    }
                }
                yield null;
            }
            case UNBLOCKED, ADMITTED, GRANTED, ACKNOWLEDGED, CANCEL_REQUESTED, WOKEN -> null;
        };
    }

    private static void appendPastLeases(Entry entry, List<Tables.PastLeaseRow> ended) {
        newPast(entry).forEach(lease -> ended.add(row(entry, lease)));
    }

    private static List<PastLease> newPast(Entry entry) {
        var past = entry.job().past();
        return past.subList(entry.pastBefore(), past.size());
    }

    private static Tables.PastLeaseRow row(Entry entry, PastLease lease) {
        return new Tables.PastLeaseRow(entry.fixed.id(), lease, entry.ended(lease.epoch()));
    }

    private <T> void insert(Table<T> table, List<T> rows) throws SQLException {
        if (!rows.isEmpty()) {
            tools.session().dialect().insert(tools.session(), table, rows);
        }
    }

    private <T> void update(Table<T> table, List<T> rows) throws SQLException {
        if (!rows.isEmpty()) {
            tools.session().dialect().update(tools.session(), table, rows);
        }
    }
}
