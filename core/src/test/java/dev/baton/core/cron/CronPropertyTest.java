package dev.baton.core.cron;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Expressions by chance, around every change of the clocks of a zone, against [CronOracle].
class CronPropertyTest {
    private static final Instant FROM = Instant.parse("1985-01-01T00:00:00Z");
    private static final Instant TO = Instant.parse("2035-01-01T00:00:00Z");
    private static final Duration AROUND = Duration.ofHours(30);
    private static final int EXPRESSIONS_FOR_A_CHANGE = 2;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Europe/Berlin",
                "America/New_York",
                "America/St_Johns",
                "America/Sao_Paulo",
                "Asia/Beirut",
                "Asia/Kathmandu",
                "Africa/Casablanca",
                "Africa/Cairo",
                "Australia/Lord_Howe",
                "Antarctica/Troll",
                "Pacific/Apia",
                "Pacific/Kiritimati",
                "UTC"
            })
    void ticks_around_each_change_of_the_clocks_are_those_that_a_look_at_every_minute_finds(
            String name) {
        var zone = ZoneId.of(name);
        var random = new Random(name.hashCode());
        for (Instant change : changes(zone)) {
            Instant first = change.minus(AROUND);
            Instant last = change.plus(AROUND);
            for (int i = 0; i < EXPRESSIONS_FOR_A_CHANGE; i++) {
                var oracle = new CronOracle(random);
                var timetable = new Timetable(Cron.parse(oracle.expression), zone);

                assertThat(ticks(timetable, first, last))
                        .as("%s in %s around %s", oracle.expression, zone, change)
                        .isEqualTo(oracle.ticks(first, last, zone));
            }
        }
    }

    private static List<Instant> changes(ZoneId zone) {
        var changes = new ArrayList<>(List.of(Instant.parse("2028-02-29T12:00:00Z")));
        var change = zone.getRules().nextTransition(FROM);
        while (change != null && change.getInstant().isBefore(TO)) {
            changes.add(change.getInstant());
            change = zone.getRules().nextTransition(change.getInstant());
        }
        return changes;
    }

    private static List<Instant> ticks(Timetable timetable, Instant first, Instant last) {
        var ticks = new ArrayList<Instant>();
        Instant tick = timetable.next(first.minusNanos(1));
        while (!tick.isAfter(last)) {
            ticks.add(tick);
            tick = timetable.next(tick);
        }
        return ticks;
    }
}
