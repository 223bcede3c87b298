package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Event;
import dev.baton.core.JobId;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/// What must be true of the tables at any time, whatever was done.
final class Invariants {
    private final TestStore store;

    Invariants(TestStore store) {
        this.store = store;
    }

    void check() {
        everyJobIsInOnePlace();
        leasesHaveDeadlines();
        gatesCountTheJobsThatHoldThem();
        nobodyWaitsAtAGateWithRoom();
        blockedJobsCountTheNeedsThatAreOpen();
        auditTrailsAreWhole();
    }

    private void everyJobIsInOnePlace() {
        assertNone("SELECT job_id FROM job_state GROUP BY job_id HAVING count(*) > 1");
        assertNone("SELECT job_id FROM job WHERE job_id NOT IN (SELECT job_id FROM job_state)");
    }

    private void leasesHaveDeadlines() {
        assertNone(
                """
                SELECT job_id FROM job_state WHERE expires_at IS NOT NULL
                    AND (deadline IS NULL OR deadline > expires_at OR deadline > phase_by OR lease_digest IS NULL)
                """);
        assertNone(
                """
                SELECT p.job_id FROM past_lease p JOIN job_state s ON s.job_id = p.job_id
                WHERE p.epoch > s.epoch OR (p.epoch = s.epoch AND s.lease_digest IS NOT NULL)
                """);
        assertNone(
                """
                SELECT s.job_id FROM job_state s WHERE s.epoch <>
                    (SELECT count(*) FROM past_lease p WHERE p.job_id = s.job_id)
                    + CASE WHEN s.lease_digest IS NULL THEN 0 ELSE 1 END
                """);
    }

    private void gatesCountTheJobsThatHoldThem() {
        assertNone(
                """
                SELECT g.key FROM gate g WHERE g.taken <> (SELECT count(*) FROM job_state s
                    WHERE s.gate = g.key AND s.standing BETWEEN 3 AND 6)
                """);
    }

    private void nobodyWaitsAtAGateWithRoom() {
        assertNone(
                """
                SELECT s.job_id FROM job_state s JOIN gate g ON g.key = s.gate
                WHERE s.standing = 2 AND g.taken < g."limit"
                """);
    }

    private void blockedJobsCountTheNeedsThatAreOpen() {
        assertNone(
                """
                SELECT s.job_id FROM job_state s WHERE s.standing = 0 AND s.needs <> (SELECT count(*) FROM need n
                    JOIN job_state o ON o.job_id = n.need_id WHERE n.job_id = s.job_id AND o.standing < 7)
                """);
    }

    @SuppressWarnings("ArrayRecordComponent") // read, never compared
    private record Page(byte[] lines, long at) {}

    @SuppressWarnings("ArrayRecordComponent") // read, never compared
    private record Trail(JobId job, int seq, byte[] head, byte[] pages, int epoch, int standing) {}

    /// Recomputes every chain, from the first line to the head in the job's row.
    private void auditTrailsAreWhole() {
        var pages = new HashMap<Long, Page>();
        store.query(
                "SELECT page, lines, at FROM journal",
                row -> pages.put(row.getLong(1), new Page(row.getBytes(2), row.getLong(3))));
        store.query(
                        """
                        SELECT job_id, audit_seq, audit_head, audit_pages, epoch, standing FROM job_state
                        """,
                        row ->
                                new Trail(
                                        new JobId(row.getLong(1)),
                                        row.getInt(2),
                                        row.getBytes(3),
                                        row.getBytes(4),
                                        row.getInt(5),
                                        row.getInt(6)))
                .forEach(trail -> check(trail, pages));
    }

    private static void check(Trail trail, Map<Long, Page> pages) {
        var job = trail.job();
        var head = new byte[AuditTrail.HASH_BYTES];
        int seq = 0;
        int epoch = 0;
        boolean finished = false;
        for (long number : AuditTrail.pagesAfter(trail.pages(), 0)) {
            var page = pages.get(number);
            for (var line : JournalPage.read(page.lines(), page.at(), job)) {
                var kind = Event.Kind.valueOf(line.kind());
                seq++;
                epoch = kind == Event.Kind.GRANTED ? epoch + 1 : epoch;
                assertThat(finished).as("%s: nothing comes after the end", job).isFalse();
                finished = kind == Event.Kind.FINISHED;
                var event = new Event(kind, line.attempt(), line.epoch(), line.actor(), line.why());
                head = AuditTrail.hash(head, seq, page.at(), event);
                assertThat(line.seq()).as("%s: line", job).isEqualTo(seq);
                assertThat(line.epoch()).as("%s: epoch of line %d", job, seq).isEqualTo(epoch);
                assertThat(line.hash())
                        .as("%s: hash of line %d", job, seq)
                        .isEqualTo(HexFormat.of().formatHex(head));
            }
        }
        assertThat(trail.seq()).as("%s: lines", job).isEqualTo(seq);
        assertThat(trail.epoch()).as("%s: epoch", job).isEqualTo(epoch);
        assertThat(trail.head()).as("%s: head", job).isEqualTo(head);
        assertThat(trail.standing() >= Codes.of(Standing.SUCCEEDED))
                .as("%s: ends with FINISHED if it is over", job)
                .isEqualTo(finished);
    }

    private void assertNone(String sql) {
        assertThat(store.query(sql, row -> row.getString(1))).as(sql).isEmpty();
    }
}
