package dev.baton.simulation;

import dev.baton.core.FinalStatus;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.RunId;
import dev.baton.core.Status;
import dev.baton.store.MemoryStore;
import dev.baton.store.Views;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/// What must be true of the tables.
final class StoreOracle {
    private static final int MOST_LINES = 10_000;

    /// A promise, and the rows that break it, the job first if it is about one.
    private record Check(String promise, String sql) {}

    private static final List<Check> ALWAYS =
            List.of(
                    new Check(
                            "every job has one state",
                            "SELECT job_id FROM job WHERE job_id NOT IN (SELECT job_id FROM job_state)"),
                    new Check(
                            "a gate lets no more through than its limit",
                            "SELECT NULL, key, taken FROM gate WHERE taken > \"limit\""),
                    new Check(
                            "a gate counts the jobs that are through it",
                            """
                            SELECT NULL, g.key, g.taken FROM gate g WHERE g.taken <> (SELECT count(*) FROM job_state s
                                WHERE s.gate = g.key AND s.standing BETWEEN 3 AND 6)
                            """),
                    new Check(
                            "nobody waits at a gate with room",
                            """
                            SELECT s.job_id, g.key FROM job_state s JOIN gate g ON g.key = s.gate
                            WHERE s.standing = 2 AND g.taken < g."limit"
                            """),
                    new Check(
                            "a job waits for what is not over",
                            """
                            SELECT s.job_id FROM job_state s WHERE s.standing = 0 AND s.needs <> (SELECT count(*) FROM need n
                                JOIN job_state o ON o.job_id = n.need_id WHERE n.job_id = s.job_id AND o.standing < 7)
                            """),
                    new Check(
                            "each epoch is one lease at most",
                            """
                            SELECT s.job_id, s.epoch FROM job_state s WHERE s.epoch <
                                (SELECT count(*) FROM past_lease p WHERE p.job_id = s.job_id)
                                + CASE WHEN s.lease_digest IS NULL THEN 0 ELSE 1 END
                            """));

    private static final String ENDS =
            """
            SELECT job_id, CASE standing WHEN 7 THEN 'SUCCEEDED' WHEN 8 THEN 'FAILED' ELSE 'CANCELED' END
            FROM job_state WHERE standing >= 7
            """;

    private final MemoryStore store;
    private final Oracle oracle;

    StoreOracle(MemoryStore store, Oracle oracle) {
        this.store = store;
        this.oracle = oracle;
    }

    void check() {
        for (var check : ALWAYS) {
            for (var row : store.query(check.sql())) {
                var job = row.getFirst();
                oracle.violate(
                        check.promise(),
                        job == null ? null : new JobId(Long.parseLong(job)),
                        "found " + row.subList(1, row.size()));
            }
        }
    }

    /// Everything that was accepted is there, once, and has come to an end within its budgets.
    void checkAllIsOver(Collection<RunId> told, int keys, Map<JobId, JobPlan> plans) {
        int runs = store.query("SELECT run_id FROM run").size();
        if (runs != keys || told.size() != keys) {
            oracle.violate(
                    "a repeated submission is one run",
                    null,
                    "%d were asked for, %d told, %d are there".formatted(keys, told.size(), runs));
        }
        var rows =
                store.query(
                        "SELECT job_id, standing, attempt, losses, unacknowledged, releases FROM job_state");
        if (rows.size() != plans.size()) {
            oracle.violate(
                    "a run that was accepted is never lost",
                    null,
                    "%d jobs were told, %d are there".formatted(plans.size(), rows.size()));
        }
        for (var row : rows) {
            var numbers = row.stream().mapToLong(StoreOracle::number).toArray();
            var job = new JobId(numbers[0]);
            var plan = plans.get(job);
            if (numbers[1] < 7) {
                oracle.violate("every job comes to an end", job, "standing " + numbers[1]);
            }
            if (plan != null) {
                var retry = plan.retry();
                var tolerance = retry.tolerance();
                if (numbers[2] > retry.maxAttempts()
                        || numbers[3] > tolerance.losses() + 1
                        || numbers[4] > tolerance.unacknowledged() + 1
                        || numbers[5] > tolerance.releases() + 1) {
                    oracle.violate("no job is tried more often than it may", job, "" + row);
                }
            }
        }
    }

    private static long number(@Nullable String text) {
        return text == null ? 0 : Long.parseLong(text);
    }

    /// What clients and runners were told is what is written.
    void checkTold(Map<JobId, Status> ends, Map<JobId, FinalStatus> reported) {
        for (var row : store.query(ENDS)) {
            var job = new JobId(number(row.get(0)));
            var status = String.valueOf(row.get(1));
            var end = ends.get(job);
            if (end != null && !end.name().equals(status)) {
                oracle.violate("a final state never changes", job, end + ", and then " + status);
            }
            var said = reported.get(job);
            if (said != null && !said.name().equals(status)) {
                oracle.violate(
                        "a runner is told what became of its result",
                        job,
                        "told " + said + ", and it is " + status);
            }
        }
    }

    /// The audit trail of a job is whole, and ends with its end.
    void checkTrail(Views views, JobId job) {
        int seq = 0;
        int epoch = 0;
        boolean over = false;
        boolean canceled = false;
        for (var line : views.audit(job, 0, MOST_LINES)) {
            seq++;
            if (over || line.seq() != seq) {
                oracle.violate("an audit trail is whole", job, "line " + line);
            }
            if (line.kind().equals("GRANTED") && line.epoch() != ++epoch) {
                oracle.violate("epochs grow with each lease", job, "line " + line);
            }
            canceled |= line.kind().equals("CANCEL_REQUESTED");
            over = line.kind().equals("FINISHED");
            if (over && canceled && line.why().startsWith("SUCCEEDED")) {
                oracle.violate("a canceled job never succeeds", job, "line " + line);
            }
        }
        if (!over) {
            oracle.violate("an audit trail ends with the end", job, seq + " lines");
        }
    }
}
