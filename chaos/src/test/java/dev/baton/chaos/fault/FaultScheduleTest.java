package dev.baton.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.StoreKind;
import dev.baton.chaos.fault.Fault.Act;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class FaultScheduleTest {
    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);
    private static final Duration LEASE = Duration.ofSeconds(8);

    @Test
    void the_same_seed_makes_the_same_schedule() {
        assertThat(schedule(7, StoreKind.POSTGRES)).isEqualTo(schedule(7, StoreKind.POSTGRES));
        assertThat(schedule(7, StoreKind.POSTGRES)).isNotEqualTo(schedule(8, StoreKind.POSTGRES));
    }

    @Test
    void everything_goes_wrong_in_half_an_hour() {
        assertThat(schedule(1, StoreKind.POSTGRES).faults())
                .extracting(Fault::act)
                .contains(Act.values());
    }

    @Test
    void without_postgres_it_is_not_restarted() {
        assertThat(schedule(1, StoreKind.SQLITE).faults())
                .extracting(Fault::act)
                .doesNotContain(Act.CRASH_POSTGRES, Act.RESTART_POSTGRES);
    }

    @Test
    void in_half_an_hour_there_are_kills_enough_though_some_find_their_target_busy() {
        assertThat(schedule(1, StoreKind.SQLITE).faults())
                .filteredOn(
                        fault ->
                                fault.act() == Act.KILL_RUNNER
                                        || fault.act() == Act.KILL_ORCHESTRATOR)
                .hasSizeGreaterThan(350);
    }

    @Test
    void some_last_longer_than_a_lease_and_most_do_not() {
        var faults = schedule(1, StoreKind.SQLITE).faults();
        long longer = faults.stream().filter(fault -> fault.lasting().compareTo(LEASE) > 0).count();
        assertThat(longer).isBetween(faults.size() / 20L, faults.size() / 4L);
    }

    private static FaultSchedule schedule(long seed, StoreKind store) {
        return FaultSchedule.of(seed, store, HALF_AN_HOUR, LEASE);
    }
}
