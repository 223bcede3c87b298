package dev.baton.chaos.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.load.JobDraft;
import dev.baton.chaos.load.JobKind;
import dev.baton.chaos.load.JobRecord;
import dev.baton.chaos.load.JobRecords;
import dev.baton.chaos.load.Ledger.StandIn;
import dev.baton.chaos.proof.Violation.Kind;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Each promise about calls, held against histories that break it.
class CallRulesTest {
    private static final Instant START = Instant.parse("2026-11-16T00:00:00Z");
    private static final Duration TTL = Duration.ofSeconds(8);

    private final List<AuditLine> trail = new ArrayList<>();
    private final List<CallNote> notes = new ArrayList<>();
    private int clock;

    @Test
    void a_call_that_is_lost_once_and_succeeds_then_breaks_no_rule() {
        granted(1, "a").note("start", "r1", "a").line("REQUEUED", 1, "LOST: no heartbeat");
        granted(2, "b").note("start", "r2", "b").note("end", "r2", "b");
        line("FINISHED", 2, "SUCCEEDED (REPORTED)");
        assertThat(found("SUCCEEDED", "r2")).isEmpty();
    }

    @Test
    void two_executions_at_once_are_found_whatever_clocks_say() {
        granted(1, "a").note("start", "r1", "a").note("start", "r2", "a");
        note("beat", "r1", "a").note("end", "r2", "a").line("FINISHED", 1, "SUCCEEDED (REPORTED)");
        assertThat(found("SUCCEEDED", "r2")).containsExactly(Kind.DOUBLED);
    }

    @Test
    void a_request_that_was_executed_twice_is_found() {
        granted(1, "a").note("start", "r1", "a").note("start", "r1", "a").note("end", "r1", "a");
        line("FINISHED", 1, "SUCCEEDED (REPORTED)");
        assertThat(found("SUCCEEDED", "r1")).containsExactly(Kind.DOUBLED);
    }

    @Test
    void an_execution_that_began_when_its_lease_was_over_is_found() {
        granted(1, "a").line("REQUEUED", 1, "LOST: no heartbeat").note("start", "r1", "a");
        granted(2, "b").line("FINISHED", 2, "FAILED (REPORTED)");
        assertThat(found("FAILED", "")).containsExactly(Kind.STALE_WRITE);
    }

    @Test
    void an_execution_that_goes_on_when_its_lease_is_over_is_found() {
        granted(1, "a").note("start", "r1", "a").line("REQUEUED", 1, "LOST: no heartbeat");
        note("beat", "r1", "a").granted(2, "b").line("FINISHED", 2, "FAILED (REPORTED)");
        assertThat(found("FAILED", "")).containsExactly(Kind.STALE_WRITE);
    }

    @Test
    void an_execution_under_the_lease_of_another_runner_or_before_it_was_acknowledged_is_found() {
        granted(1, "a").note("start", "r1", "b").line("FINISHED", 1, "FAILED (REPORTED)");
        assertThat(found("FAILED", "")).containsExactly(Kind.STALE_WRITE);
        trail.clear();
        notes.clear();
        line("GRANTED", 1, "").note("start", "r1", "a").line("FINISHED", 1, "FAILED (REPORTED)");
        assertThat(found("FAILED", "")).containsExactly(Kind.STALE_WRITE);
    }

    @Test
    void a_call_of_which_nobody_confirmed_that_it_stopped_may_go_on_for_a_ttl() {
        granted(1, "a").note("start", "r1", "a");
        line("FINISHED", 1, "CANCELED (CANCEL_UNCONFIRMED)").note("beat", "r1", "a");
        assertThat(found("CANCELED", "")).isEmpty();
        clock += (int) TTL.toSeconds();
        note("beat", "r1", "a");
        assertThat(found("CANCELED", "")).containsExactly(Kind.STALE_WRITE);
    }

    @Test
    void a_result_that_no_execution_answered_is_found() {
        granted(1, "a").note("start", "r1", "a").line("FINISHED", 1, "SUCCEEDED (REPORTED)");
        assertThat(found("SUCCEEDED", "r1")).containsExactly(Kind.LOST);
        assertThat(found("SUCCEEDED", "")).containsExactly(Kind.LOST);
    }

    @Test
    void a_call_that_failed_and_is_no_dead_letter_is_found_and_the_other_way_round() {
        var failed = List.of(call("FAILED", ""));
        assertThat(LetterRules.check(failed, List.of("job_1"))).isEmpty();
        assertThat(LetterRules.check(failed, List.of())).hasSize(1);
        assertThat(LetterRules.check(failed, List.of("job_1", "job_1"))).hasSize(1);
        assertThat(LetterRules.check(failed, List.of("job_1", "job_7"))).hasSize(1);
        assertThat(LetterRules.check(List.of(call("SUCCEEDED", "r1")), List.of("job_1")))
                .hasSize(1);
    }

    @Test
    void two_jobs_with_one_key_at_a_time_are_found() {
        assertThat(KeyRules.check(List.of(keyed(0, 0, 5), keyed(1, 5, 9)), List.of())).isEmpty();
        assertThat(KeyRules.check(List.of(keyed(0, 0, 5), keyed(1, 4, 9)), List.of()))
                .extracting(Violation::kind)
                .containsExactly(Kind.DOUBLED);
    }

    @Test
    void whoever_stands_for_a_job_has_its_key() {
        var jobs = List.of(keyed(0, 0, 5));
        assertThat(KeyRules.check(jobs, List.of(new StandIn("key-0", "job_1")))).isEmpty();
        assertThat(KeyRules.check(jobs, List.of(new StandIn("key-1", "job_1")))).hasSize(1);
        assertThat(KeyRules.check(jobs, List.of(new StandIn("key-0", "job_9")))).hasSize(1);
    }

    @Test
    void a_note_is_read_as_it_was_made() {
        assertThat(CallNote.read("beat r-1 runner-0 1789526836.123456"))
                .isEqualTo(
                        new CallNote(
                                "beat",
                                "r-1",
                                "runner-0",
                                Instant.ofEpochSecond(1789526836, 123_456_000)));
    }

    private static JobHistory keyed(int index, int from, int to) {
        var drafts = new JobDraft[index + 1];
        for (int i = 0; i <= index; i++) {
            drafts[i] = new JobDraft("job-" + i, JobKind.CALL_ONCE, null, null, 0);
        }
        return new JobHistory(
                JobRecords.of(drafts).get(index),
                "SUCCEEDED",
                List.of(
                        new AuditLine(1, START.plusSeconds(from), "SUBMITTED", 0, "", ""),
                        new AuditLine(2, START.plusSeconds(to), "FINISHED", 1, "", "SUCCEEDED")),
                List.of());
    }

    private List<Kind> found(String status, String result) {
        return CallRules.check(call(status, result), TTL).stream().map(Violation::kind).toList();
    }

    private CallHistory call(String status, String result) {
        JobRecord record =
                JobRecords.of(new JobDraft("job", JobKind.CALL, null, null, 0)).getFirst();
        return new CallHistory(new JobHistory(record, status, trail, List.of()), notes, result);
    }

    private CallRulesTest granted(int epoch, String runner) {
        trail.add(new AuditLine(trail.size() + 1, now(), "GRANTED", epoch, "runner:" + runner, ""));
        return line("ACKNOWLEDGED", epoch, "");
    }

    private CallRulesTest line(String what, int epoch, String why) {
        trail.add(new AuditLine(trail.size() + 1, now(), what, epoch, "runner:a", why));
        return this;
    }

    private CallRulesTest note(String word, String request, String runner) {
        notes.add(new CallNote(word, request, runner, now()));
        return this;
    }

    private Instant now() {
        return START.plusSeconds(clock++);
    }
}
