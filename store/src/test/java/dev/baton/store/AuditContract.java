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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

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

    /// A way to tamper with the trail of a finished job, and what is said about it.
    record Tampering(String name, Consumer<Forger> deed, String finding) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Tampering> tamperings() {
        return Stream.of(
                new Tampering(
                        "a changed byte",
                        forger -> {
                            var bytes = forger.bytesOf(forger.pageOf(4));
                            bytes[bytes.length - 1]++;
                            forger.write(forger.pageOf(4), bytes);
                        },
                        "line 4: expected the hash"),
                new Tampering(
                        "a changed time",
                        forger ->
                                forger.sql(
                                        "UPDATE journal SET at = at + 1 WHERE page = "
                                                + forger.pageOf(3)),
                        "line 3: expected the hash"),
                new Tampering(
                        "a removed page",
                        forger ->
                                forger.sql("DELETE FROM journal WHERE page = " + forger.pageOf(3)),
                        "line 3: it should be on page"),
                new Tampering(
                        "two pages swapped",
                        forger -> {
                            var second = forger.bytesOf(forger.pageOf(2));
                            forger.write(forger.pageOf(2), forger.bytesOf(forger.pageOf(3)));
                            forger.write(forger.pageOf(3), second);
                        },
                        "line 2: expected it on page"),
                new Tampering(
                        "a repeated line",
                        forger -> {
                            var once = forger.bytesOf(forger.pageOf(2));
                            var twice = Arrays.copyOf(once, 2 * once.length);
                            System.arraycopy(once, 0, twice, once.length, once.length);
                            forger.write(forger.pageOf(2), twice);
                        },
                        "line 3: expected it on page"),
                new Tampering(
                        "bytes after the last line",
                        forger -> {
                            var bytes = forger.bytesOf(forger.pageOf(2));
                            forger.write(forger.pageOf(2), Arrays.copyOf(bytes, bytes.length + 3));
                        },
                        "expected a line at byte"),
                new Tampering(
                        "a page cut short",
                        forger -> {
                            var bytes = forger.bytesOf(forger.pageOf(2));
                            forger.write(forger.pageOf(2), Arrays.copyOf(bytes, 20));
                        },
                        "line 2: it should be on page"),
                new Tampering(
                        "a changed head",
                        forger -> forger.writeHead(new byte[AuditTrail.HASH_BYTES]),
                        "its row says that the newest line has the hash"),
                new Tampering(
                        "a line less in the row",
                        forger ->
                                forger.sql("UPDATE job_state SET audit_seq = 6 WHERE job_id = JOB"),
                        "its row says 6 lines, and there are 7"),
                new Tampering(
                        "a page that nobody names",
                        forger -> forger.insertPage(9_000_000, forger.bytesOf(forger.pageOf(2))),
                        "page 9000000: no job names it"),
                new Tampering(
                        "a line of no job",
                        forger -> {
                            var page = new JournalPage();
                            page.add(
                                    new JobId(777_777),
                                    1,
                                    event(Kind.SUBMITTED, 1, 0, "user:eve", ""),
                                    new byte[AuditTrail.HASH_BYTES]);
                            var more = page.toBytes();
                            var bytes = forger.bytesOf(forger.pageOf(2));
                            var both = Arrays.copyOf(bytes, bytes.length + more.length);
                            System.arraycopy(more, 0, both, bytes.length, more.length);
                            forger.write(forger.pageOf(2), both);
                        },
                        "job_777777 line 1: it is on page"),
                new Tampering(
                        "a second end",
                        retold(events -> events.add(events.getLast())),
                        "line 8: it says FINISHED"),
                new Tampering(
                        "a grant of a job that is held",
                        retold(events -> events.add(2, granted(2, "runner:eve"))),
                        "line 3: it says GRANTED (attempt 1, epoch 2, by runner:eve); for a job that is LEASED"),
                new Tampering(
                        "an epoch that jumps",
                        retold(
                                events ->
                                        events.replaceAll(
                                                e ->
                                                        e.epoch() < 2
                                                                ? e
                                                                : event(
                                                                        e.kind(),
                                                                        e.attempt(),
                                                                        5,
                                                                        e.actor(),
                                                                        e.why()))),
                        "the rules say GRANTED (attempt 1, epoch 2,"),
                new Tampering(
                        "an end without a lease",
                        retold(events -> events.subList(4, 6).clear()),
                        "line 5: it says FINISHED"),
                new Tampering(
                        "another end than the rules would decide",
                        retold(
                                events ->
                                        events.set(
                                                6,
                                                event(
                                                        Kind.FINISHED,
                                                        1,
                                                        2,
                                                        events.get(6).actor(),
                                                        "SUCCEEDED (QUARANTINED): because"))),
                        "line 7: it says FINISHED"),
                new Tampering(
                        "a loss before the lease was over",
                        retold(
                                events ->
                                        events.set(
                                                3,
                                                event(
                                                        Kind.REQUEUED,
                                                        2,
                                                        1,
                                                        Event.ORCHESTRATOR,
                                                        "LOST: no heartbeat within 120 s"))),
                        "the rules refuse it (NOTHING_DUE)"),
                new Tampering(
                        "another runner in the trail",
                        retold(
                                events -> {
                                    events.set(1, granted(1, "runner:eve"));
                                }),
                        "line 2: it says GRANTED (attempt 1, epoch 1, by runner:eve)"),
                new Tampering(
                        "a status set by hand",
                        forger ->
                                forger.sql("UPDATE job_state SET standing = 8 WHERE job_id = JOB"),
                        "its lines lead to SUCCEEDED for the status, and its rows say FAILED"),
                new Tampering(
                        "an attempt set by hand",
                        forger -> forger.sql("UPDATE job_state SET attempt = 2 WHERE job_id = JOB"),
                        "its lines lead to 1 for the attempt, and its rows say 2"),
                new Tampering(
                        "an epoch set by hand",
                        forger -> forger.sql("UPDATE job_state SET epoch = 3 WHERE job_id = JOB"),
                        "its lines lead to 2 for the epoch, and its rows say 3"),
                new Tampering(
                        "a count set by hand",
                        forger ->
                                forger.sql("UPDATE job_state SET releases = 0 WHERE job_id = JOB"),
                        "for the counts of losses and returns"),
                new Tampering(
                        "an outcome set by hand",
                        forger ->
                                forger.sql("UPDATE job_state SET reason = 'x' WHERE job_id = JOB"),
                        "for the words on its end, and its rows say x"),
                new Tampering(
                        "a lease that is forgotten",
                        forger -> forger.sql("DELETE FROM past_lease WHERE job_id = JOB"),
                        "its lines lead to 1 for the number of its past leases, and its rows say 0"),
                new Tampering(
                        "a lease that ended otherwise",
                        forger ->
                                forger.sql(
                                        "UPDATE past_lease SET lease_end = 3 WHERE job_id = JOB"),
                        "for past lease 1, and its rows say"));
    }

    private static Event event(Kind kind, int attempt, int epoch, String actor, String why) {
        return new Event(kind, attempt, epoch, actor, why);
    }

    private static Event granted(int epoch, String by) {
        return event(Kind.GRANTED, 1, epoch, by, "");
    }

    private static Consumer<Forger> retold(Consumer<List<Event>> change) {
        UnaryOperator<List<Event>> story =
                events -> {
                    var changed = new ArrayList<>(events);
                    change.accept(changed);
                    return changed;
                };
        return forger -> forger.retell(story);
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
    @MethodSource("tamperings")
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
                                event(
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
                event(Kind.UNBLOCKED, 1, 0, Event.ORCHESTRATOR, jobs.getFirst() + " succeeded");
        forger.retell(events -> List.of(events.getFirst(), unblocked));
        forger.sql("UPDATE job_state SET standing = 3, needs = 0 WHERE job_id = JOB");
        forger.write(submitted.page(), page);

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
        var old = event(Kind.ADMITTED, 1, 0, Event.ORCHESTRATOR, "room at gate " + gate);
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
