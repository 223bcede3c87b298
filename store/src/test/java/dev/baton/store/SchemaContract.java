package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// What must not be, the database itself refuses: whoever writes to it, and whatever the code believes.
abstract class SchemaContract extends EngineContract {
    private static final Pattern BYTES = Pattern.compile("BYTES(\\d+)");

    private long job = 900_000;

    SchemaContract(TestStore store) {
        super(store);
    }

    @BeforeAll
    void makeJob() {
        store.execute("INSERT INTO requirement (signature) VALUES ('schema')");
        store.execute(
                "INSERT INTO run (run_id, owner, key, fingerprint, name, labels, submitted_by, created)"
                        + " VALUES (900000, 'o', 'k', 'f', 'n', '{}', 'b', 1)");
    }

    /// A row of each standing that is as it should be.
    private static Map<String, String> legal(String standing) {
        var row = new LinkedHashMap<String, String>();
        row.put("standing", "3");
        for (var zero :
                new String[] {
                    "requirement",
                    "rank",
                    "created",
                    "epoch",
                    "needs",
                    "losses",
                    "unacknowledged",
                    "releases",
                    "audit_seq"
                }) {
            row.put(zero, "0");
        }
        row.put("attempt", "1");
        row.put("audit_head", bytes(32));
        row.put("audit_pages", bytes(12));
        switch (standing) {
            case "blocked" -> row.putAll(Map.of("standing", "0", "needs", "2"));
            case "delayed" -> row.putAll(Map.of("standing", "1", "phase_by", "9", "deadline", "9"));
            case "gated" -> row.putAll(Map.of("standing", "2", "gate", "'g'"));
            case "ready" -> {}
            case "leased" -> hold(row, "4");
            case "running" -> {
                hold(row, "5");
                row.put("started_at", "2");
            }
            case "canceling" -> {
                hold(row, "6");
                row.put("reason", "'because'");
            }
            case "succeeded" -> {
                lease(row);
                row.putAll(
                        Map.of(
                                "standing",
                                "7",
                                "lease_end",
                                "0",
                                "finished_at",
                                "5",
                                "cause",
                                "0"));
            }
            case "canceled" ->
                    row.putAll(Map.of("standing", "9", "finished_at", "5", "cause", "6"));
            default -> throw new IllegalArgumentException(standing);
        }
        return row;
    }

    private static void lease(Map<String, String> row) {
        row.putAll(
                Map.of(
                        "epoch", "1",
                        "lease_digest", bytes(32),
                        "runner", "'r'",
                        "credential", "'c'"));
    }

    private static void hold(Map<String, String> row, String standing) {
        lease(row);
        row.putAll(
                Map.of(
                        "standing", standing,
                        "granted_at", "1",
                        "expires_at", "9",
                        "phase_by", "8",
                        "deadline", "8"));
    }

    private static String bytes(int length) {
        return "BYTES" + length;
    }

    /// The two databases write bytes differently.
    private String inDialect(String sql) {
        return BYTES.matcher(sql)
                .replaceAll(
                        found -> {
                            var hex = "ab".repeat(Integer.parseInt(found.group(1)));
                            return store instanceof SqliteStore
                                    ? "x'" + hex + "'"
                                    : "decode('" + hex + "', 'hex')";
                        });
    }

    private void insert(long id, Map<String, String> row) {
        var sql =
                "INSERT INTO job_state (job_id, %s) VALUES (%d, %s)"
                        .formatted(
                                String.join(", ", row.keySet()),
                                id,
                                String.join(", ", row.values()));
        store.execute(inDialect(sql));
    }

    private long newJob() {
        job++;
        store.execute(
                "INSERT INTO job (job_id, run_id, name, kind, requirement, plan, spec, has_dependents, created)"
                        + " SELECT %d, 900000, 'n', 'k', max(id), '{}', '{}', %s, 1 FROM requirement"
                                .formatted(job, store instanceof SqliteStore ? "0" : "false"));
        return job;
    }

    private void removeJob(long id) {
        store.execute("DELETE FROM job_state WHERE job_id = " + id);
        store.execute("DELETE FROM job WHERE job_id = " + id);
    }

    @ParameterizedTest
    @CsvSource({
        "blocked",
        "delayed",
        "gated",
        "ready",
        "leased",
        "running",
        "canceling",
        "succeeded",
        "canceled"
    })
    void a_row_that_is_whole_is_taken(String standing) {
        long id = newJob();

        insert(id, legal(standing));

        removeJob(id);
    }

    @ParameterizedTest(name = "{0} with {1} = {2}")
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "ready, standing, 10",
                "ready, standing, -1",
                "ready, attempt, 0",
                "ready, epoch, -1",
                "blocked, needs, 0",
                "ready, needs, 1",
                "delayed, phase_by, NULL",
                "delayed, deadline, NULL",
                "gated, gate, NULL",
                "ready, lease_digest, BYTES32",
                "ready, expires_at, 9",
                "ready, cause, 0",
                "ready, finished_at, 5",
                "ready, runner, 'r'",
                "leased, expires_at, NULL",
                "leased, lease_digest, NULL",
                "leased, lease_digest, BYTES31",
                "leased, runner, NULL",
                "leased, credential, NULL",
                "leased, granted_at, NULL",
                "leased, deadline, NULL",
                "leased, lease_end, 3",
                "leased, epoch, 0",
                "running, lease_digest, NULL",
                "running, expires_at, NULL",
                "running, started_at, NULL",
                "running, deadline, NULL",
                "canceling, reason, NULL",
                "canceling, lease_digest, NULL",
                "succeeded, cause, NULL",
                "succeeded, finished_at, NULL",
                "succeeded, lease_end, NULL",
                "succeeded, expires_at, 9",
                "succeeded, deadline, 9",
                "canceled, lease_end, 1",
                "canceled, cause, NULL"
            })
    void a_row_that_contradicts_itself_is_refused(String standing, String column, String value) {
        long id = newJob();
        var row = legal(standing);
        row.put(column, value);

        assertThatThrownBy(() -> insert(id, row)).isInstanceOf(IllegalStateException.class);

        removeJob(id);
    }

    @Test
    void a_job_has_no_room_for_a_second_lease() {
        long id = newJob();
        insert(id, legal("running"));

        assertThatThrownBy(() -> insert(id, legal("leased")))
                .isInstanceOf(IllegalStateException.class);

        removeJob(id);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "\"INSERT INTO gate (key, \"\"limit\"\", taken) VALUES ('g', 0, 0)\"",
                "\"INSERT INTO gate (key, \"\"limit\"\", taken) VALUES ('g', 1, -1)\"",
                "\"INSERT INTO gate (key, \"\"limit\"\", taken) VALUES (NULL, 1, NULL)\"",
                "\"INSERT INTO need (need_id, job_id) VALUES (77, 78)\"",
                "\"INSERT INTO run (run_id, owner, key, fingerprint, name, labels, submitted_by, created)"
                        + " VALUES (900001, 'o', 'k', 'f', 'n', '{}', 'b', 1)\"",
                "\"INSERT INTO past_lease (job_id, epoch, lease_digest, runner, credential, lease_end, at)"
                        + " VALUES (77, 1, BYTES32, 'r', 'c', 0, 1)\"",
                "\"INSERT INTO token (id, digest, kind, name, created) VALUES ('t', BYTES31, 'USER', 'n', 1)\"",
                "\"INSERT INTO token (id, digest, kind, name, created) VALUES ('t', BYTES32, 'ROOT', 'n', 1)\""
            })
    void no_other_table_takes_what_makes_no_sense(String sql) {
        assertThatThrownBy(() -> store.execute(inDialect(sql)))
                .isInstanceOf(IllegalStateException.class);
    }
}
