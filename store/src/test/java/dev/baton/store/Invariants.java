package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

/// What must be true of the tables at any time, whatever was done.
final class Invariants {
    private final TestStore store;

    Invariants(TestStore store) {
        this.store = store;
    }

    void check() {
        everyJobIsInOnePlace();
        leasesHaveDeadlines();
        keysAndLettersAreOfTheirJobs();
        gatesCountTheJobsThatHoldThem();
        nobodyWaitsAtAGateWithRoom();
        blockedJobsCountTheNeedsThatAreOpen();
        auditTrailsAreWhole();
    }

    private void everyJobIsInOnePlace() {
        assertNone("SELECT job_id FROM job_state GROUP BY job_id HAVING count(*) > 1");
        assertNone("SELECT job_id FROM job WHERE job_id NOT IN (SELECT job_id FROM job_state)");
    }

    private void keysAndLettersAreOfTheirJobs() {
        assertNone(
                """
                SELECT k.job_id FROM unique_key k JOIN job_state s ON s.job_id = k.job_id JOIN job j ON j.job_id = k.job_id
                WHERE s.standing >= 7 OR j.unique_key IS NULL OR j.unique_key <> k.key
                """);
        assertNone(
                """
                SELECT j.job_id FROM job j JOIN job_state s ON s.job_id = j.job_id
                WHERE j.unique_key IS NOT NULL AND s.standing < 7 AND j.job_id NOT IN (SELECT job_id FROM unique_key)
                """);
        assertNone(
                """
                SELECT j.job_id FROM job j JOIN job_state s ON s.job_id = j.job_id
                WHERE j.executor IS NOT NULL
                    AND (s.standing = 8) <> (j.job_id IN (SELECT job_id FROM dead_letter))
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
                SELECT s.job_id FROM job_state s WHERE s.epoch <
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

    /// Whatever a test did, its trails are whole, and say what the rules would.
    private void auditTrailsAreWhole() {
        assertThat(AuditStory.of(store)).as("findings").isEmpty();
    }

    private void assertNone(String sql) {
        assertThat(store.query(sql, row -> row.getString(1))).as(sql).isEmpty();
    }
}
