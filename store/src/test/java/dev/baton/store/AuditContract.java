package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Ending;
import dev.baton.core.Event;
import dev.baton.core.Event.Kind;
import dev.baton.core.JobId;
import dev.baton.core.Report;
import dev.baton.core.RetryPolicy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A store that was only ever changed by the engine is found to be clean, and whatever is changed behind its back is found.
///
/// After every test of every contract its store is checked too: see [Invariants].
abstract class AuditContract extends EngineContract {
    AuditContract(TestStore store) {
        super(store);
    }

    /// SUBMITTED, GRANTED, ACKNOWLEDGED, REQUEUED, GRANTED, ACKNOWLEDGED, FINISHED: a line on each of seven pages.
    private JobId finishedJob() {
        var job = submitOne(job("a"));
        var runner = runner("r");
        var given = runner.starts();
        runner.told(given, runner.release(given));
        runner.does();
        return job;
    }

    @ParameterizedTest
    @EnumSource(names = {"ERROR", "RETRY", "TIMED_OUT"})
    void what_a_runner_says_of_an_attempt_is_believed_whatever_its_words(Ending ending) {
        submitOne(job("a").retry(RetryPolicy.FUNCTION));
        var runner = runner("r");
        var given = runner.starts();
        var report =
                new Report(ending, null, "timeout: TOO LONG; waits: (A_B) for all", null, "{}");
        runner.told(given, runner.complete(given, report));

        assertThat(AuditStory.of(store)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.baton.store.Tampering#all")
    void what_is_changed_behind_the_back_of_the_engine_is_found(Tampering tampering) {
        var job = finishedJob();
        var forger = new Forger(store, job);
        assertThat(AuditStory.of(store)).isEmpty();

        tampering.deed().accept(forger);

        assertThat(AuditStory.of(store)).anyMatch(found -> found.contains(tampering.finding()));
        store.execute("DELETE FROM journal WHERE page = 9000000");
        forger.removeJob();
    }

    @Test
    void a_queued_job_that_is_set_to_succeeded_is_found() {
        var job = submitOne(job("a").requiring(lonelyTag()));
        var forger = new Forger(store, job);

        forger.sql(
                "UPDATE job_state SET standing = 7, finished_at = 1, cause = 0 WHERE job_id = JOB");

        assertThat(AuditStory.of(store))
                .containsExactly(
                        job
                                + ": its lines lead to READY for the status, and its rows say SUCCEEDED");
        forger.removeJob();
    }

    @Test
    void a_gate_that_let_too_many_through_is_found() {
        var gate = "g-" + tag;
        submitOne(job("first").gate(gate, 1).requiring(lonelyTag()));
        var second = submitOne(job("second").gate(gate, 1).requiring(lonelyTag()));
        var forger = new Forger(store, second);

        forger.retell(
                events ->
                        List.of(
                                events.getFirst(),
                                new Event(
                                        Kind.ADMITTED,
                                        1,
                                        0,
                                        Event.ORCHESTRATOR,
                                        "room at gate " + gate + ", which lets 1 through")));
        forger.sql("UPDATE job_state SET standing = 3 WHERE job_id = JOB");
        store.execute("UPDATE gate SET taken = 2 WHERE key = '" + gate + "'");

        assertThat(AuditStory.of(store))
                .containsExactly(
                        second
                                + " line 2: it was let through gate %s as one of 2 at once, and the gate lets 1 through"
                                        .formatted(gate));
        forger.removeJob();
        store.execute("UPDATE gate SET taken = 1 WHERE key = '" + gate + "'");
    }

    @Test
    void a_gate_that_miscounts_is_found() {
        var gate = "g-" + tag;
        submitOne(job("first").gate(gate, 1).requiring(lonelyTag()));

        store.execute("UPDATE gate SET taken = 3 WHERE key = '" + gate + "'");

        assertThat(AuditStory.of(store))
                .containsExactly(
                        "gate %s: it says that 3 places are taken, and 1 jobs have one"
                                .formatted(gate));
        store.execute("UPDATE gate SET taken = 1 WHERE key = '" + gate + "'");
    }

    @Test
    void a_job_that_went_on_before_what_it_needs_is_found() {
        var jobs =
                submit(
                                job("need").requiring(lonelyTag()),
                                job("dependent").needing(0).requiring(lonelyTag()))
                        .jobs();
        var forger = new Forger(store, jobs.get(1));

        // Both were submitted on one page, which the need still needs.
        var submitted = forger.lines().getFirst();
        var page = forger.bytesOf(submitted.page());
        var unblocked =
                new Event(Kind.UNBLOCKED, 1, 0, Event.ORCHESTRATOR, jobs.getFirst() + " succeeded");
        forger.retell(events -> List.of(events.getFirst(), unblocked));
        forger.sql("UPDATE job_state SET standing = 3, needs = 0 WHERE job_id = JOB");
        forger.write(submitted.page(), page);
        forger.reseal();

        assertThat(AuditStory.of(store))
                .containsExactly(
                        jobs.get(1)
                                + " line 2: it went on, and needs %s, which is READY"
                                        .formatted(jobs.getFirst()));
        var extra = forger.pageOf(2);
        forger.removeJob();
        new Forger(store, jobs.getFirst()).removeJob();
        store.execute("DELETE FROM journal WHERE page = " + extra);
    }

    @Test
    void a_rich_history_is_clean() {
        var runner = runner("r");
        var flaky = RetryPolicy.FUNCTION;
        submitOne(job("retried").retry(flaky));
        var failed = runner.starts();
        var later =
                new Report(Ending.RETRY, 3, "busy; waits until later", Duration.ofSeconds(7), "{}");
        runner.told(failed, runner.complete(failed, later));
        sweepAfter(Duration.ofSeconds(8));
        var again = runner.starts();
        runner.told(
                again, runner.complete(again, new Report(Ending.ERROR, 1, "a: b; c", null, "{}")));
        sweepAfter(Duration.ofMinutes(6));
        runner.starts();
        sweepAfter(TERMS.ttl());
        runner.claims();
        sweepAfter(TERMS.ackTimeout());
        runner.does();
        submitOne(job("too long").maxRuntime(Duration.ofSeconds(30)));
        var slow = runner.starts();
        pass(Duration.ofSeconds(60));
        runner.told(slow, runner.beat(slow));
        sweepAfter(Duration.ofSeconds(40));
        var canceled = submitOne(job("canceled"));
        var held = runner.starts();
        cancel(canceled);
        runner.told(held, runner.confirmCancel(held));
        var reported = submitOne(job("canceled too late"));
        var done = runner.starts();
        cancel(reported);
        runner.told(done, runner.complete(done, Ending.SUCCEEDED));
        var forced = submitOne(job("forced"));
        runner.starts();
        cancel(forced);
        sweepAfter(TERMS.cancelDeadline());

        assertThat(AuditStory.of(store)).isEmpty();
    }

    @Test
    void a_line_of_an_older_version_that_does_not_say_the_limit_of_its_gate_is_as_good() {
        var gate = "g-" + tag;
        var job = submitOne(job("a").gate(gate, 1).requiring(lonelyTag()));
        var forger = new Forger(store, job);

        var before = forger.lines();
        assertThat(before.getLast().event().why()).endsWith(gate + ", which lets 1 through");
        var old = new Event(Kind.ADMITTED, 1, 0, Event.ORCHESTRATOR, "room at gate " + gate);
        forger.retell(events -> List.of(events.getFirst(), old));

        assertThat(AuditStory.of(store)).isEmpty();
    }

    @Test
    void a_check_changes_nothing_and_needs_a_store() {
        submitOne(job("a").requiring(lonelyTag()));
        long versions = store.count("SELECT count(*) FROM schema_history");

        AuditStory.of(store);

        assertThat(store.count("SELECT count(*) FROM schema_history")).isEqualTo(versions);
        var nowhere = new StoreConfig.Sqlite(Path.of("no-such-directory", "baton.db"));
        assertThatThrownBy(() -> AuditVerification.of(nowhere, null, _ -> {}))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("no such file");
    }
}
