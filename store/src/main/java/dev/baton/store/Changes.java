package dev.baton.store;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
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
        var updated = new EnumMap<Entry.Write, List<Entry>>(Entry.Write.class);
        var ended = new ArrayList<Tables.PastLeaseRow>();
        var audit = new ArrayList<Tables.AuditRow>();
        for (var entry : jobs.changed()) {
            appendAudit(entry, audit);
            appendPastLeases(entry, ended);
            if (entry.isNew()) {
                created.add(entry);
            } else {
                updated.computeIfAbsent(entry.write(), _ -> new ArrayList<>()).add(entry);
            }
        }
        insert(Tables.RUN, submissions.runs());
        insert(Tables.JOB, created.stream().map(entry -> entry.fixed).toList());
        insert(Tables.NEED, submissions.needs());
        insert(JobStateTable.INSERT, created);
        for (var group : updated.entrySet()) {
            update(table(group.getKey()), group.getValue());
        }
        insert(Tables.PAST_LEASE, ended);
        update(Tables.GATE, List.copyOf(gates.changed()));
        insert(Tables.AUDIT, audit);
    }

    private static Table<Entry> table(Entry.Write write) {
        return switch (write) {
            case GRANT -> JobStateTable.GRANT;
            case RENEW -> JobStateTable.RENEW;
            case FINISH -> JobStateTable.FINISH;
            case WHOLE -> JobStateTable.UPDATE;
        };
    }

    private void appendAudit(Entry entry, List<Tables.AuditRow> audit) {
        long at = Micros.of(jobs.now());
        var chain = entry.chain();
        for (var event : entry.events()) {
            chain.add(event, at);
            audit.add(new Tables.AuditRow(entry.fixed.id(), chain.seq(), at, event, chain.head()));
        }
    }

    private static void appendPastLeases(Entry entry, List<Tables.PastLeaseRow> ended) {
        var past = entry.job().past();
        past.subList(entry.pastBefore(), past.size())
                .forEach(lease -> ended.add(new Tables.PastLeaseRow(entry.fixed.id(), lease)));
    }

    private <T> void insert(Table<T> table, List<T> rows) throws SQLException {
        if (!rows.isEmpty()) {
            tools.session().dialect().insert(tools.session(), table, rows);
        }
    }

    private <T> void update(Table<T> table, List<T> rows) throws SQLException {
        if (!rows.isEmpty()) {
            int written = tools.session().dialect().update(tools.session(), table, rows);
            if (written != rows.size()) {
                throw new LostRace(table.name(), rows.size(), written);
            }
        }
    }
}
