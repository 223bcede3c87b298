package dev.baton.core;

import static dev.baton.core.Jobs.GATE;
import static dev.baton.core.Jobs.NEED;
import static dev.baton.core.Jobs.START;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Decision.Refuse;

import org.junit.jupiter.api.Test;

class NeedsTest {
    private static final Command.NeedMet MET = new Command.NeedMet(NEED);

    @Test
    void a_job_waits_until_everything_it_needs_has_succeeded() {
        var job = Jobs.blocked(3);

        job.accepts(MET);
        job.accepts(MET);
        assertThat(job.state()).isEqualTo(new JobState.Blocked(1, 1));
        job.accepts(MET);

        assertThat(job.state()).isEqualTo(new JobState.Ready(1));
    }

    @Test
    void only_the_last_need_is_worth_a_line_in_the_audit() {
        var job = Jobs.blocked(2);

        assertThat(job.accepts(MET).events()).isEmpty();
        assertThat(job.accepts(MET).events())
                .containsExactly(
                        new Event(Event.Kind.UNBLOCKED, 1, 0, "orchestrator", "job_7 succeeded"));
    }

    @Test
    void a_job_whose_needs_are_met_still_waits_for_its_time_and_at_its_gate() {
        var early = Jobs.submitted(Jobs.plan(RetryPolicy.STEPS, GATE, START.plusSeconds(9)), 1);
        var late = Jobs.submitted(Jobs.plan(RetryPolicy.STEPS, GATE, START.plusSeconds(9)), 1);

        early.accepts(MET);
        late.after(Jobs.seconds(9)).accepts(MET);

        assertThat(early.state()).isEqualTo(new JobState.Delayed(1, START.plusSeconds(9)));
        assertThat(late.state()).isEqualTo(new JobState.Gated(1));
    }

    @Test
    void a_job_is_canceled_when_one_that_it_needs_did_not_succeed() {
        var job = Jobs.blocked(3);

        job.accepts(new Command.NeedFailed(NEED, FinalStatus.FAILED));

        assertThat(job.outcome())
                .isEqualTo(
                        new Outcome(
                                FinalStatus.CANCELED,
                                Cause.NEED_FAILED,
                                "job_7, which it needs, ended as FAILED",
                                null));
    }

    @Test
    void a_job_that_is_not_blocked_does_not_care_for_needs() {
        assertThat(Jobs.ready().hears(MET)).isEqualTo(new Refuse(Refusal.NOT_WAITING));
        assertThat(Jobs.running().hears(new Command.NeedFailed(NEED, FinalStatus.FAILED)))
                .isEqualTo(new Refuse(Refusal.NOT_WAITING));
    }
}
