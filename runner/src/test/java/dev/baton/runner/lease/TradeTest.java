package dev.baton.runner.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The places of a trade, and when each was asked for.
class TradeTest {
    private final Trade trade = new Trade("executor=x", 3);

    @Test
    void a_place_is_asked_for_once_until_a_job_has_come_and_gone() {
        assertThat(trade.askForMore(1)).isEqualTo(3);
        assertThat(trade.askForMore(2)).isZero();
        trade.begin();
        assertThat(trade.askForMore(3)).isZero();
        trade.end();
        assertThat(trade.askForMore(4)).isEqualTo(1);
    }

    @Test
    void the_first_job_to_come_is_one_that_was_asked_for_first() {
        trade.askForMore(10);
        assertThat(trade.begin()).hasValue(10);
        trade.end();
        trade.askForMore(20);
        assertThat(trade.begin()).as("asked for with the first").hasValue(10);
        assertThat(trade.begin()).as("asked for with the first").hasValue(10);
        assertThat(trade.begin()).hasValue(20);
    }

    @Test
    void what_was_asked_for_is_withdrawn_once_when_no_more_work_is_taken() {
        trade.askForMore(10);

        assertThat(trade.withdraw(false, 0, 20)).isTrue();
        assertThat(trade.withdraw(false, 0, 30)).as("it is being withdrawn").isFalse();
        assertThat(trade.wanted()).as("that may still come").isEqualTo(3);
        assertThat(trade.isOverdue(25, 10)).isFalse();
        assertThat(trade.isOverdue(31, 10)).isTrue();
        trade.forgetWanted();
        assertThat(trade.wanted()).isZero();
        assertThat(trade.withdraw(false, 0, 40)).as("nothing is left to withdraw").isFalse();
    }

    @Test
    void it_is_withdrawn_and_asked_for_anew_when_there_are_fewer_places() {
        trade.askForMore(10);
        assertThat(trade.withdraw(true, 0, 20)).isFalse();

        trade.setCapacity(1);

        assertThat(trade.withdraw(true, 0, 20)).isTrue();
        assertThat(trade.askForMore(21)).as("not before the answer").isZero();
        trade.forgetWanted();
        assertThat(trade.askForMore(22)).isEqualTo(1);
    }

    @Test
    void calls_that_were_asked_for_long_ago_are_asked_for_anew_while_some_come_and_steps_are_not() {
        trade.askForMore(10);
        var steps = new Trade(null, 3);
        steps.askForMore(10);
        assertThat(trade.withdraw(true, 11, 20)).as("nobody calls").isFalse();

        trade.begin();
        steps.begin();

        assertThat(trade.withdraw(true, 10, 20)).isFalse();
        assertThat(trade.withdraw(true, 11, 20)).isTrue();
        assertThat(steps.withdraw(true, 11, 20)).isFalse();
    }

    @Test
    void what_was_asked_for_on_another_line_says_nothing_of_when_a_job_was_granted() {
        trade.askForMore(10);
        trade.forgetWanted();
        assertThat(trade.begin()).isEmpty();
        assertThat(trade.askForMore(20)).isEqualTo(2);
    }
}
