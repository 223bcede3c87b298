package dev.baton.core;

import static dev.baton.core.Jobs.GATE;
import static dev.baton.core.Jobs.START;
import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.core.Decision.Refuse;

import org.junit.jupiter.api.Test;

class GateTest {
    private static final Command.Admit ADMIT = new Command.Admit();

    @Test
    void a_job_with_a_gate_waits_there_until_it_is_let_through() {
        var job = Jobs.gated();
        assertThat(job.state()).isEqualTo(new JobState.Gated(1));

        job.accepts(ADMIT);

        assertThat(job.state()).isEqualTo(new JobState.Ready(1));
    }

    @Test
    void whoever_is_let_through_is_told_how_many_are() {
        var rules = new JobRules(LeaseTerms.DEFAULTS);
        var job = Jobs.gated().job();

        assertThat(rules.decide(job, new Command.Admit(3), START))
                .isInstanceOfSatisfying(
                        Decision.Accept.class,
                        accepted ->
                                assertThat(accepted.events().getFirst().why())
                                        .isEqualTo(
                                                "room at gate " + GATE + ", which lets 3 through"));
    }

    @Test
    void a_job_takes_its_place_when_it_is_let_through_and_keeps_it_to_the_end() {
        var job = Jobs.gated();
        assertThat(job.job().holdsGate()).isFalse();

        job.accepts(ADMIT);
        assertThat(job.job().holdsGate()).isTrue();
        job.claimed();
        assertThat(job.job().holdsGate()).isTrue();
        job.acknowledged();
        assertThat(job.job().holdsGate()).isTrue();
        job.accepts(Jobs.cancel());
        assertThat(job.job().holdsGate()).isTrue();
        job.accepts(job.lease().confirmCancel());
        assertThat(job.job().holdsGate()).isFalse();
    }

    @Test
    void a_job_that_is_given_back_gives_up_its_place() {
        var job = Jobs.gated();
        job.accepts(ADMIT);

        job.claimed().accepts(job.lease().release());

        assertThat(job.state()).isEqualTo(new JobState.Gated(1));
        assertThat(job.job().holdsGate()).isFalse();
    }

    @Test
    void a_job_that_waits_for_a_retry_holds_no_place() {
        var job = Jobs.submitted(Jobs.plan(RetryPolicy.FUNCTION, GATE, null));
        job.accepts(ADMIT);

        job.claimed().acknowledged().accepts(job.lease().complete(Ending.ERROR));

        assertThat(job.state()).isInstanceOf(JobState.Delayed.class);
        assertThat(job.job().holdsGate()).isFalse();
        job.swept();
        assertThat(job.state()).isEqualTo(new JobState.Gated(2));
    }

    @Test
    void a_delayed_job_comes_to_its_gate_when_its_time_has_come() {
        var job = Jobs.submitted(Jobs.plan(RetryPolicy.STEPS, GATE, START.plusSeconds(5)));
        assertThat(job.hears(ADMIT)).isEqualTo(new Refuse(Refusal.NOT_WAITING));

        job.swept();

        assertThat(job.state()).isEqualTo(new JobState.Gated(1));
    }

    @Test
    void a_job_without_a_gate_holds_no_place() {
        assertThat(Jobs.running().job().holdsGate()).isFalse();
        assertThat(Jobs.delayed(seconds(1)).job().holdsGate()).isFalse();
    }

    @Test
    void a_gate_has_as_much_room_as_its_limit_leaves() {
        var gate = new Gate(GATE, 3, 1);

        assertThat(gate.room()).isEqualTo(2);
        assertThat(gate.withTaken(3).room()).isZero();
    }

    @Test
    void a_gate_whose_limit_was_lowered_under_what_is_taken_has_no_room() {
        assertThat(new Gate(GATE, 5, 4).withLimit(2).room()).isZero();
    }

    @Test
    void a_gate_lets_at_least_one_through() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Gate(GATE, 0, 0))
                .withMessage("gate org:acme: expected a limit of 1 to 100000, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Gate(GATE, 1, -1))
                .withMessage("gate org:acme: -1 places taken");
    }
}
