package dev.baton.store;

import dev.baton.core.Event;
import dev.baton.core.JobId;

import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/// Someone with access to the database who changes the audit trail of a job, and knows how its hashes are made.
record Forger(TestStore store, JobId job) {

    /// Runs a statement in which `JOB` stands for the number of the job.
    void sql(String statement) {
        store.execute(statement.replace("JOB", Long.toString(job.value())));
    }

    List<AuditTrail.Stretch> stretches() {
        return store.query(
                        "SELECT audit_pages FROM job_state WHERE job_id = " + job.value(),
                        row -> AuditTrail.stretches(row.getBytes(1)))
                .getFirst();
    }

    /// The page that a line is on. Each of the job's transactions wrote one line.
    long pageOf(int line) {
        return stretches().get(line - 1).page();
    }

    byte[] bytesOf(long page) {
        return store.query("SELECT lines FROM journal WHERE page = " + page, row -> row.getBytes(1))
                .getFirst();
    }

    void write(long page, byte[] bytes) {
        change("UPDATE journal SET lines = ? WHERE page = " + page, bytes);
    }

    void writeHead(byte[] head) {
        change("UPDATE job_state SET audit_head = ? WHERE job_id = " + job.value(), head);
    }

    void insertPage(long page, byte[] bytes) {
        change("INSERT INTO journal (page, at, lines) VALUES (%d, 1, ?)".formatted(page), bytes);
    }

    List<JournalLine> lines() {
        var lines = new ArrayList<JournalLine>();
        for (var stretch : stretches()) {
            store.query(
                            "SELECT at, lines FROM journal WHERE page = " + stretch.page(),
                            row -> new PageReader(stretch.page(), row.getLong(1), row.getBytes(2)))
                    .forEach(page -> read(page, lines));
        }
        return lines;
    }

    private void read(PageReader page, List<JournalLine> lines) {
        try {
            page.read(id -> id == job.value(), lines::add);
        } catch (PageReader.BrokenPage e) {
            throw new IllegalStateException(e);
        }
    }

    /// Tells another story, with hashes that add up to the head: all of it on pages of its own, at the old times.
    void retell(UnaryOperator<List<Event>> change) {
        var old = lines();
        var events = change.apply(old.stream().map(JournalLine::event).toList());
        old.stream()
                .map(JournalLine::page)
                .distinct()
                .forEach(page -> sql("DELETE FROM journal WHERE page = " + page));
        var head = new byte[AuditTrail.HASH_BYTES];
        var places = ByteBuffer.allocate(events.size() * AuditTrail.PLACE_BYTES);
        long newest = 0;
        for (int i = 0; i < events.size(); i++) {
            var like = old.get(Math.min(i, old.size() - 1));
            long page = like.page() <= newest ? newest + 1_000_000 : like.page();
            newest = Math.max(newest, page);
            head = AuditTrail.hash(head, i + 1, like.atMicros(), events.get(i), null);
            var lines = new JournalPage();
            lines.add(job, i + 1, events.get(i), head, null);
            insertPage(page, lines.toBytes());
            sql("UPDATE journal SET at = %d WHERE page = %d".formatted(like.atMicros(), page));
            places.putInt(i + 1).putLong(page);
        }
        writeHead(head);
        change(
                "UPDATE job_state SET audit_pages = ? WHERE job_id = " + job.value(),
                places.array());
        sql("UPDATE job_state SET audit_seq = %d WHERE job_id = JOB".formatted(events.size()));
    }

    /// Makes the hashes anew from the rows as they are: as if these had always been so.
    void reseal() {
        var evidence = evidence();
        var head = new byte[AuditTrail.HASH_BYTES];
        for (var line : lines()) {
            var sealed = line.evidence() == null ? null : evidence.of(line);
            head = AuditTrail.hash(head, line.seq(), line.atMicros(), line.event(), sealed);
            var bytes = bytesOf(line.page());
            int place = placeOf(line.hash(), bytes);
            System.arraycopy(head, 0, bytes, place, head.length);
            if (sealed != null) {
                System.arraycopy(sealed, 0, bytes, place + head.length, sealed.length);
            }
            write(line.page(), bytes);
        }
        writeHead(head);
    }

    private AuditSource.Evidence evidence() {
        try (var session = Snapshots.open(store.config())) {
            return new AuditSource(session)
                    .jobsAfter(job.value() - 1, 1, new ArrayList<>())
                    .getFirst()
                    .evidence();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int placeOf(byte[] hash, byte[] page) {
        int place = 0;
        while (!Arrays.equals(page, place, place + hash.length, hash, 0, hash.length)) {
            place++;
        }
        return place;
    }

    private void change(String sql, byte[] bytes) {
        try (var connection = store.connect();
                var statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, bytes);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /// Removes the job and all that is left of it.
    void removeJob() {
        stretches().forEach(stretch -> sql("DELETE FROM journal WHERE page = " + stretch.page()));
        for (var table : List.of("past_lease", "need", "job_state", "job")) {
            sql("DELETE FROM %s WHERE job_id = JOB".formatted(table));
        }
    }
}
