package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Event;
import dev.baton.core.Event.Kind;
import dev.baton.core.JobId;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/// Who is let through a gate, as pages tell it that need not come in the order of their commits.
final class GateWatchTest {
    private static final long DISORDER = 1_000;

    private final GateWatch watch = new GateWatch(DISORDER);
    private final List<AuditFinding> findings = new ArrayList<>();
    private long page;

    @Test
    void two_at_once_are_one_too_many() {
        page(10, line(1, 2, Kind.ADMITTED));
        page(20, line(2, 2, Kind.ADMITTED));

        assertThat(found()).singleElement().asString().contains("job_2", "one of 2 at once");
    }

    @Test
    void one_after_the_other_is_none_too_many() {
        page(10, line(1, 2, Kind.ADMITTED));
        page(20, line(1, 3, Kind.FINISHED));
        page(30, line(2, 2, Kind.ADMITTED));

        assertThat(found()).isEmpty();
    }

    @Test
    void an_end_may_be_met_after_the_admission_that_it_made_room_for() {
        page(10, line(1, 2, Kind.ADMITTED));
        page(20, line(2, 2, Kind.ADMITTED));
        page(20 + DISORDER, line(1, 3, Kind.FINISHED));

        assertThat(found()).isEmpty();
    }

    @Test
    void an_end_that_is_met_before_its_own_admission_leaves_no_place_taken() {
        page(10, line(1, 4, Kind.FINISHED));
        page(20, line(1, 2, Kind.ADMITTED));
        page(30, line(2, 2, Kind.ADMITTED));

        assertThat(found()).isEmpty();
    }

    @Test
    void a_way_back_to_the_queue_that_is_met_late_does_not_free_the_next_place() {
        page(10, line(1, 2, Kind.ADMITTED));
        page(20, line(1, 5, Kind.ADMITTED));
        page(30, line(1, 4, Kind.REQUEUED));
        page(40, line(2, 2, Kind.ADMITTED));

        assertThat(found()).singleElement().asString().contains("job_2");
    }

    @Test
    void lines_of_one_page_count_by_their_numbers() {
        page(10, line(1, 4, Kind.FINISHED), line(1, 2, Kind.ADMITTED));
        page(20, line(2, 2, Kind.ADMITTED));

        assertThat(found()).isEmpty();
    }

    @Test
    void a_limit_that_was_widened_may_be_met_before_an_admission_under_the_old_one() {
        page(10, line(2, 2, Kind.ADMITTED, 3), line(3, 2, Kind.ADMITTED, 3));
        page(20, line(1, 2, Kind.ADMITTED, 1));

        assertThat(found()).isEmpty();
    }

    @Test
    void a_limit_that_is_widened_makes_room_for_more() {
        page(10, line(1, 2, Kind.ADMITTED, 1));
        page(20, line(2, 2, Kind.ADMITTED, 1));
        page(30, line(1, 3, Kind.FINISHED));
        page(40, line(3, 2, Kind.ADMITTED, 2));

        assertThat(found()).isEmpty();
    }

    @Test
    void a_limit_of_long_ago_excuses_nobody() {
        page(10, line(1, 2, Kind.ADMITTED, 3));
        page(20 + 2 * DISORDER, line(2, 2, Kind.ADMITTED, 1));

        assertThat(found()).singleElement().asString().contains("job_2", "lets 1 through");
    }

    private List<AuditFinding> found() {
        findings.addAll(watch.end());
        return findings;
    }

    private void page(long at, Line... lines) {
        page++;
        findings.addAll(
                watch.page(
                        at, List.of(lines).stream().map(line -> line.onPage(page, at)).toList()));
    }

    private static Line line(long job, int seq, Kind kind) {
        return line(job, seq, kind, 1);
    }

    private static Line line(long job, int seq, Kind kind, int limit) {
        var why =
                kind == Kind.ADMITTED
                        ? "room at gate g, which lets %d through".formatted(limit)
                        : "over";
        return new Line(new JobId(job), seq, new Event(kind, 1, 1, Event.ORCHESTRATOR, why));
    }

    private record Line(JobId job, int seq, Event event) {
        JournalLine onPage(long page, long at) {
            return new JournalLine(page, at, job, seq, event, new byte[0], null);
        }
    }
}
