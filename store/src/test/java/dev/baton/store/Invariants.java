package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Event;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/// What must be true of the tables at any time, whatever was done.
final class Invariants {
    private final TestStore store;

    Invariants(TestStore store) {
        this.store = store;
    }

    void check() {
        finishedJobsHaveOneFinishedLineAndOthersNone();
        leasesHaveDeadlines();
        gatesCountTheJobsThatHoldThem();
        nobodyWaitsAtAGateWithRoom();
        blockedJobsCountTheNeedsThatAreOpen();
        auditTrailsAreWhole();
    }

    private void finishedJobsHaveOneFinishedLineAndOthersNone() {
        assertNone(
                """
                SELECT s.job_id FROM job_state s WHERE (s.standing >= 7) <>
                    (1 = (SELECT count(*) FROM audit a WHERE a.job_id = s.job_id AND a.kind = 8))
                """);
        assertNone(
                """
                SELECT a.job_id FROM audit a JOIN audit f ON f.job_id = a.job_id AND f.kind = 8 WHERE a.seq > f.seq
                """);
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

    /// Recomputes every chain, from the first line to the head in the job's row.
    private void auditTrailsAreWhole() {
        var heads = new TreeMap<Long, String>();
        var epochs = new HashMap<Long, Integer>();
        var seqs = new HashMap<Long, Integer>();
        store.query(
                """
                SELECT job_id, seq, at, kind, attempt, epoch, actor, why, hash FROM audit ORDER BY job_id, seq
                """,
                row -> {
                    long job = row.getLong(1);
                    int seq = row.getInt(2);
                    var event =
                            new Event(
                                    Codes.event(row.getInt(4)),
                                    row.getInt(5),
                                    row.getInt(6),
                                    row.getString(7),
                                    row.getString(8));
                    assertThat(seq)
                            .as("line of job %d", job)
                            .isEqualTo(seqs.getOrDefault(job, 0) + 1);
                    var before = HexFormat.of().parseHex(heads.getOrDefault(job, "00".repeat(32)));
                    var hash = AuditChain.hash(before, seq, row.getLong(3), event);
                    assertThat(row.getBytes(9)).as("hash of job %d, %d", job, seq).isEqualTo(hash);
                    int last = epochs.getOrDefault(job, 0);
                    boolean granted = event.kind() == Event.Kind.GRANTED;
                    assertThat(event.epoch())
                            .as("epoch of job %d, line %d", job, seq)
                            .isEqualTo(granted ? last + 1 : last);
                    seqs.put(job, seq);
                    epochs.put(job, event.epoch());
                    heads.put(job, HexFormat.of().formatHex(hash));
                    return job;
                });
        var stored = new TreeMap<Long, String>();
        store.query(
                        "SELECT job_id, audit_head, epoch, audit_seq FROM job_state",
                        row -> {
                            assertThat(row.getInt(3)).isEqualTo(epochs.get(row.getLong(1)));
                            assertThat(row.getInt(4)).isEqualTo(seqs.get(row.getLong(1)));
                            return Map.entry(
                                    row.getLong(1), HexFormat.of().formatHex(row.getBytes(2)));
                        })
                .forEach(head -> stored.put(head.getKey(), head.getValue()));
        assertThat(stored).isEqualTo(heads);
    }

    private void assertNone(String sql) {
        assertThat(store.query(sql, row -> row.getString(1))).as(sql).isEmpty();
    }
}
