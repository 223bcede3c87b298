package dev.baton.chaos.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.load.JobDraft;
import dev.baton.chaos.load.JobKind;
import dev.baton.chaos.load.JobRecord;
import dev.baton.chaos.load.JobRecords;
import dev.baton.chaos.proof.Violation.Kind;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Each promise, held against histories that break it: a rule that finds nothing proves nothing.
class RulesTest {
    private static final Instant START = Instant.parse("2026-11-16T00:00:00Z");
    private static final Duration TTL = Duration.ofSeconds(8);

    private final List<AuditLine> trail = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();
    private JobKind kind = JobKind.QUICK;
    private int clock;

    @Test
    void a_job_that_is_lost_once_and_succeeds_then_breaks_no_rule() {
        granted(1).note("start", 1).line("REQUEUED", 1, "LOST: no heartbeat").granted(2);
        note("start", 2).note("end", 2).line("FINISHED", 2, "SUCCEEDED (REPORTED)");
        assertThat(all("SUCCEEDED")).isEmpty();
    }

    @Test
    void a_job_without_an_end_is_lost() {
        granted(1);
        assertThat(TrailRules.check(job("RUNNING")))
                .extracting(Violation::kind)
                .contains(Kind.LOST);
    }

    @Test
    void a_second_end_is_found() {
        granted(1).line("FINISHED", 1, "SUCCEEDED (REPORTED)");
        line("FINISHED", 1, "SUCCEEDED (REPORTED)");
        assertThat(TrailRules.check(job("SUCCEEDED")))
                .extracting(Violation::kind)
                .containsExactly(Kind.DOUBLED);
    }

    @Test
    void an_end_that_is_not_the_status_is_found() {
        granted(1).line("FINISHED", 1, "FAILED (REPORTED)");
        assertThat(TrailRules.check(job("SUCCEEDED")))
                .extracting(Violation::kind)
                .containsExactly(Kind.DOUBLED);
    }

    @Test
    void two_leases_at_once_are_found() {
        granted(1).line("GRANTED", 2, "").line("FINISHED", 2, "SUCCEEDED");
        assertThat(TrailRules.check(job("SUCCEEDED")))
                .extracting(Violation::kind)
                .containsExactly(Kind.DOUBLED);
    }

    @Test
    void a_message_of_an_old_epoch_is_found() {
        granted(1).line("REQUEUED", 1, "LOST").granted(2).line("FINISHED", 1, "SUCCEEDED");
        assertThat(TrailRules.check(job("SUCCEEDED")))
                .extracting(Violation::kind)
                .containsExactly(Kind.STALE_WRITE);
    }

    @Test
    void an_epoch_that_was_skipped_and_a_line_that_is_missing_are_found() {
        line("GRANTED", 2, "");
        trail.add(new AuditLine(7, START, "FINISHED", 2, "", "SUCCEEDED"));
        assertThat(TrailRules.check(job("SUCCEEDED")))
                .extracting(Violation::kind)
                .containsExactly(Kind.BROKEN_PROMISE, Kind.LOST);
    }

    @Test
    void two_executions_at_once_are_found_whatever_clocks_say() {
        granted(1).note("start", 1).line("REQUEUED", 1, "LOST").granted(2).note("start", 2);
        note("beat", 1).note("end", 2).line("FINISHED", 2, "SUCCEEDED (REPORTED)");
        assertThat(executions("SUCCEEDED")).containsExactly(Kind.DOUBLED);
    }

    @Test
    void a_lease_that_was_executed_twice_is_found() {
        granted(1).note("start", 1).note("start", 1).note("end", 1);
        line("FINISHED", 1, "SUCCEEDED (REPORTED)");
        assertThat(executions("SUCCEEDED")).containsExactly(Kind.DOUBLED);
    }

    @Test
    void an_execution_without_an_acknowledged_lease_is_found() {
        line("GRANTED", 1, "").note("start", 1).line("FINISHED", 1, "CANCELED");
        assertThat(executions("CANCELED")).containsExactly(Kind.STALE_WRITE);
    }

    @Test
    void a_result_that_no_execution_had_is_found() {
        granted(1).note("start", 1).line("FINISHED", 1, "SUCCEEDED (REPORTED)");
        assertThat(executions("SUCCEEDED")).containsExactly(Kind.LOST);
    }

    @Test
    void work_after_the_end_is_found() {
        granted(1).note("start", 1).line("FINISHED", 1, "CANCELED (CANCEL_CONFIRMED)");
        note("beat", 1);
        assertThat(executions("CANCELED")).containsExactly(Kind.LEFT_OVER);
    }

    @Test
    void work_of_which_nobody_confirmed_that_it_stopped_may_go_on_for_a_ttl() {
        granted(1).note("start", 1).line("FINISHED", 1, "CANCELED (CANCEL_UNCONFIRMED)");
        note("beat", 1);
        assertThat(executions("CANCELED")).isEmpty();
        clock += (int) TTL.toSeconds();
        note("beat", 1);
        assertThat(executions("CANCELED")).containsExactly(Kind.LEFT_OVER);
    }

    @Test
    void a_job_that_succeeds_after_its_cancel_was_accepted_is_found() {
        kind = JobKind.HASTY;
        JobRecord record = record();
        JobRecords.accept(record);
        var job = new JobHistory(record, "SUCCEEDED", trail, notes);
        assertThat(ResultRules.checkStatus(job)).isPresent();
        assertThat(ResultRules.checkStatus(new JobHistory(record, "CANCELED", trail, notes)))
                .isEmpty();
    }

    @Test
    void another_end_than_the_kind_of_the_job_allows_is_found() {
        kind = JobKind.BROKEN;
        assertThat(ResultRules.checkStatus(job("FAILED"))).isEmpty();
        assertThat(ResultRules.checkStatus(job("SUCCEEDED"))).isPresent();
    }

    @Test
    void a_job_that_begins_before_the_one_it_needs_has_ended_is_found() {
        var records =
                JobRecords.of(
                        new JobDraft("first", JobKind.QUICK, null, null, 0),
                        new JobDraft("second", JobKind.NEEDY, "first", null, 0));
        note("start", 1);
        var late = new JobHistory(records.get(1), "SUCCEEDED", List.of(), notes);
        line("FINISHED", 1, "SUCCEEDED");
        var first = new JobHistory(records.getFirst(), "SUCCEEDED", trail, List.of());
        assertThat(ResultRules.checkOrder(late, Map.of(first.id(), first))).isPresent();
        notes.clear();
        note("start", 1);
        var well = new JobHistory(records.get(1), "SUCCEEDED", List.of(), notes);
        assertThat(ResultRules.checkOrder(well, Map.of(first.id(), first))).isEmpty();
    }

    @Test
    void one_too_many_behind_a_gate_is_found() {
        assertThat(GateRules.check(List.of(behindGate(0, 10), behindGate(1, 5), behindGate(5, 9))))
                .isEmpty();
        assertThat(GateRules.check(List.of(behindGate(0, 10), behindGate(1, 5), behindGate(4, 9))))
                .hasSize(1);
    }

    @Test
    void a_line_of_a_log_that_is_missing_doubled_or_out_of_order_is_found() {
        assertThat(LogRules.check("job_1", 2, log("line 1", "line 2"))).isEmpty();
        assertThat(LogRules.check("job_1", 2, log("line 1"))).isPresent();
        assertThat(LogRules.check("job_1", 2, log("line 1", "line 1", "line 2"))).isPresent();
        assertThat(LogRules.check("job_1", 2, log("line 2", "line 1"))).isPresent();
    }

    @Test
    void a_note_is_read_as_it_was_made() {
        assertThat(Note.read("beat 3 2 1789526836.123456"))
                .isEqualTo(new Note("beat", 3, 2, Instant.ofEpochSecond(1789526836, 123_456_000)));
    }

    private static String log(String... printed) {
        var log = new StringBuilder("#baton-log 1\n");
        for (String line : printed) {
            log.append("2026-11-15T23:27:12.123456Z stdout F ").append(line).append('\n');
        }
        return log.append("2026-11-15T23:27:12.123456Z baton F step 1/1 ended\n").toString();
    }

    private static JobHistory behindGate(int from, int to) {
        var record =
                JobRecords.of(new JobDraft("gated", JobKind.GATED, null, "gate", 0)).getFirst();
        return new JobHistory(
                record,
                "SUCCEEDED",
                List.of(),
                List.of(
                        new Note("start", 1, 1, START.plusSeconds(from)),
                        new Note("end", 1, 1, START.plusSeconds(to))));
    }

    private List<Violation> all(String status) {
        var found = new ArrayList<>(TrailRules.check(job(status)));
        found.addAll(ExecutionRules.check(job(status), TTL));
        ResultRules.checkStatus(job(status)).ifPresent(found::add);
        return found;
    }

    private List<Kind> executions(String status) {
        return ExecutionRules.check(job(status), TTL).stream().map(Violation::kind).toList();
    }

    private JobHistory job(String status) {
        return new JobHistory(record(), status, trail, notes);
    }

    private JobRecord record() {
        return JobRecords.of(new JobDraft("job", kind, null, null, 0)).getFirst();
    }

    private RulesTest granted(int epoch) {
        return line("GRANTED", epoch, "").line("ACKNOWLEDGED", epoch, "");
    }

    private RulesTest line(String what, int epoch, String why) {
        trail.add(new AuditLine(trail.size() + 1, now(), what, epoch, "someone", why));
        return this;
    }

    private RulesTest note(String word, int epoch) {
        notes.add(new Note(word, epoch, epoch, now()));
        return this;
    }

    private Instant now() {
        return START.plusSeconds(clock++);
    }
}
