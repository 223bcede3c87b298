package dev.baton.core;

import static dev.baton.core.Jobs.seconds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

class LeaseTermsTest {

    @Test
    void the_defaults_are_those_that_the_protocol_recommends() {
        assertThat(LeaseTerms.DEFAULTS)
                .isEqualTo(
                        new LeaseTerms(
                                seconds(120), seconds(20), seconds(30), seconds(30), seconds(60)));
    }

    @Test
    void at_least_one_heartbeat_may_be_lost() {
        assertThat(errors(seconds(40), seconds(20), seconds(30))).isEmpty();
        assertThat(errors(seconds(40), seconds(21), seconds(30)))
                .containsExactly(
                        "lease.heartbeat_interval: expected at most half of lease.ttl (PT40S), "
                                + "so that one beat may be lost, got PT21S");
    }

    @Test
    void a_lease_is_not_asked_to_wait_for_its_AckLease_longer_than_it_lives() {
        assertThat(errors(seconds(60), seconds(20), seconds(61)))
                .containsExactly(
                        "lease.ack_timeout: expected at most lease.ttl (PT1M), got PT1M1S");
    }

    @Test
    void every_time_is_more_than_zero_and_at_most_a_day() {
        assertThat(errors(seconds(120), Duration.ZERO, seconds(30)))
                .containsExactly(
                        "lease.heartbeat_interval: expected more than zero and at most PT24H, got PT0S");
        assertThat(errors(Duration.ofDays(2), seconds(20), seconds(30)))
                .containsExactly("lease.ttl: expected more than zero and at most PT24H, got PT48H");
    }

    @Test
    void times_beyond_all_measure_are_refused_as_any_other() {
        var forever = Duration.ofSeconds(Long.MAX_VALUE);

        assertThat(LeaseTerms.errors(forever, forever, forever, forever, forever)).hasSize(6);
    }

    @Test
    void everything_that_is_wrong_is_said_at_once() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new LeaseTerms(
                                        seconds(10),
                                        seconds(9),
                                        seconds(30),
                                        Duration.ZERO,
                                        seconds(60)))
                .withMessageContaining("lease.heartbeat_interval")
                .withMessageContaining("lease.ack_timeout")
                .withMessageContaining("lease.cancel_deadline");
    }

    private static List<String> errors(Duration ttl, Duration beat, Duration ack) {
        return LeaseTerms.errors(ttl, beat, ack, seconds(30), seconds(60));
    }
}
