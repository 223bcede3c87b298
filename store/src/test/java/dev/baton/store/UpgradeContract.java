package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Answer;
import dev.baton.core.Ending;
import dev.baton.core.FinalStatus;
import dev.baton.core.JobId;
import dev.baton.core.LeaseTerms;
import dev.baton.core.RunId;
import dev.baton.core.Status;
import dev.baton.protocol.LeaseId;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A store that the last version with schema version 1 left with jobs in every state, opened by this version.
///
/// `src/test/upgrade/make-v1` made it. Its jobs ask for `old`, and its runner is called `old`.
abstract class UpgradeContract {
    private final String kind;
    private final Map<String, Grant> leases = new HashMap<>();
    private TestStore store;
    private Engine engine;

    UpgradeContract(String kind) {
        this.kind = kind;
    }

    /// Puts the store in place, with a clock that says this time.
    abstract TestStore place(Instant now) throws IOException;

    @BeforeEach
    void openOldStore() throws IOException {
        List<String> known;
        try (var in = resource("v1-" + kind + ".txt")) {
            known = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
        var now = Instant.parse(known.getFirst().substring("now ".length()));
        // The store was filled for as long as a lease was waited for.
        store = place(now.plus(LeaseTerms.DEFAULTS.ttl()).plusSeconds(5));
        known.stream().skip(1).map(line -> line.split(" ", 4)).forEach(this::remember);
        assertThat(AuditStory.of(store)).as("findings before").isEmpty();
    }

    @AfterEach
    void close() {
        if (engine != null) {
            engine.close();
        }
        store.close();
    }

    static InputStream resource(String name) {
        return Objects.requireNonNull(
                UpgradeContract.class.getResourceAsStream("/upgrade/" + name), name);
    }

    private void remember(String[] line) {
        var lease = new LeaseId(line[3]);
        leases.put(
                line[0],
                new Grant(
                        JobId.parse(line[1]),
                        new RunId(1),
                        lease,
                        1,
                        Integer.parseInt(line[2]),
                        LeaseTerms.DEFAULTS.ttl(),
                        Duration.ofHours(1),
                        Instant.EPOCH,
                        "{}",
                        false));
    }

    private void upgrade() {
        assertThat(version()).isEqualTo(1);
        engine = store.open(LeaseTerms.DEFAULTS, new Recorder());
        assertThat(version()).isEqualTo(SchemaVersion.NEWEST);
    }

    private long version() {
        return store.count("SELECT max(CAST(version AS integer)) FROM schema_history");
    }

    @Test
    void leases_go_on_and_what_waits_is_run() {
        upgrade();
        try (var runner = new TestRunner(engine, "old", "old")) {
            var running = leases.get("running");
            runner.told(running, runner.beat(running));
            assertThat(runner.told(running, runner.complete(running, Ending.SUCCEEDED)))
                    .isEqualTo(new Answer.Completed(FinalStatus.SUCCEEDED));
            var canceling = leases.get("canceling");
            runner.told(canceling, runner.confirmCancel(canceling));
            var leased = leases.get("leased");
            runner.told(leased, runner.ack(leased));
            runner.told(leased, runner.complete(leased, Ending.SUCCEEDED));

            var names = new ArrayList<String>();
            for (int i = 0; i < 5; i++) {
                names.add(engine.views().job(runner.does().job()).orElseThrow().name());
            }
            assertThat(names)
                    .containsExactlyInAnyOrder("ready", "through", "gated", "need", "blocked");
            store.passTime(Duration.ofHours(1));
            while (engine.sweep() > 0) {}
            runner.does();
        }

        var jobs = engine.views().jobs(Views.JobFilter.ALL, null, 100).jobs();
        assertThat(jobs).hasSize(12).allMatch(job -> job.status().isFinal());
        assertThat(jobs).filteredOn(job -> job.status() == Status.SUCCEEDED).hasSize(9);
        new Invariants(store).check();
        // What was submitted before is vouched for by no line, and what ended since is.
        var report = AuditVerification.of(store.config(), null, _ -> {});
        assertThat(report.findings()).isZero();
        assertThat(report.unvouched()).isGreaterThanOrEqualTo(12);
    }

    @Test
    void leases_that_are_not_kept_alive_run_out() {
        upgrade();
        store.passTime(LeaseTerms.DEFAULTS.ttl());
        while (engine.sweep() > 0) {}

        assertThat(engine.views().depths())
                .containsEntry("running", 0L)
                .containsEntry("leased", 0L)
                .containsEntry("canceling", 0L);
        new Invariants(store).check();
    }

    @Test
    void a_store_of_a_newer_version_is_refused_and_left_as_it_is() {
        upgrade();
        engine.close();
        store.execute(
                """
                INSERT INTO schema_history (installed_rank, version, description, type, script, installed_by,
                    execution_time, success)
                VALUES (99, '%d', 'from the future', 'SQL', 'V99__future.sql', 'someone', 1, %s)
                """
                        .formatted(SchemaVersion.NEWEST + 1, kind.equals("sqlite") ? "1" : "true"));

        for (Runnable opening :
                List.<Runnable>of(
                        () -> store.open(LeaseTerms.DEFAULTS, new Recorder()),
                        () -> AuditStory.of(store))) {
            assertThatThrownBy(opening::run)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(
                            "schema version %d, and this Baton knows versions up to %d"
                                    .formatted(SchemaVersion.NEWEST + 1, SchemaVersion.NEWEST));
        }
    }
}
