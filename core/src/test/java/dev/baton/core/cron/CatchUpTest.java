package dev.baton.core.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.cron.CatchUp.Due;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// What is run of the ticks that are due.
class CatchUpTest {
    private static final Timetable HOURLY = timetable("@hourly");

    private static Timetable timetable(String expression) {
        return new Timetable(Cron.parse(expression), ZoneId.of("Europe/Berlin"));
    }

    private static Instant at(String time) {
        return Instant.parse("2026-01-04T%sZ".formatted(time));
    }

    private static List<Instant> hours(int from, int to) {
        var hours = new ArrayList<Instant>();
        for (int hour = from; hour <= to; hour++) {
            hours.add(at("%02d:00:00".formatted(hour)));
        }
        return hours;
    }

    @ParameterizedTest
    @EnumSource
    void a_tick_in_time_is_run_whatever_the_policy(CatchUp policy) {
        assertThat(policy.due(HOURLY, at("08:00:00"), at("08:00:00")))
                .isEqualTo(new Due(hours(8, 8), 0, at("09:00:00")));
        assertThat(policy.due(HOURLY, at("08:00:00"), at("08:01:00")))
                .as("as late as it may be")
                .isEqualTo(new Due(hours(8, 8), 0, at("09:00:00")));
    }

    @ParameterizedTest
    @EnumSource
    void nothing_is_due_before_its_time(CatchUp policy) {
        assertThat(policy.due(HOURLY, at("08:00:00"), at("07:59:59.999999")))
                .isEqualTo(new Due(List.of(), 0, at("08:00:00")));
    }

    @Test
    void skip_leaves_out_what_is_late() {
        assertThat(CatchUp.SKIP.due(HOURLY, at("03:00:00"), at("08:30:00")))
                .isEqualTo(new Due(List.of(), 6, at("09:00:00")));
        assertThat(CatchUp.SKIP.due(HOURLY, at("03:00:00"), at("08:00:30")))
                .isEqualTo(new Due(hours(8, 8), 5, at("09:00:00")));
    }

    @Test
    void last_runs_the_newest_however_late_it_is() {
        assertThat(CatchUp.LAST.due(HOURLY, at("03:00:00"), at("08:30:00")))
                .isEqualTo(new Due(hours(8, 8), 5, at("09:00:00")));
        assertThat(CatchUp.LAST.due(HOURLY, at("03:00:00"), at("08:00:30")))
                .isEqualTo(new Due(hours(8, 8), 5, at("09:00:00")));
    }

    @Test
    void all_runs_each() {
        assertThat(CatchUp.ALL.due(HOURLY, at("03:00:00"), at("08:30:00")))
                .isEqualTo(new Due(hours(3, 8), 0, at("09:00:00")));
    }

    @Test
    void all_runs_no_more_than_the_newest_hundred() {
        var minutely = timetable("* * * * *");
        var due = CatchUp.ALL.due(minutely, at("00:00:00"), at("08:00:00"));

        assertThat(due.run()).hasSize(100).contains(at("08:00:00"), at("06:21:00"));
        assertThat(due.skipped()).isEqualTo(381);
    }

    @Test
    void ten_years_of_missed_seconds_cost_next_to_nothing() {
        var due =
                CatchUp.ALL.due(
                        timetable("* * * * * *"),
                        at("00:00:00"),
                        at("00:00:00").plus(Duration.ofDays(3650)));

        assertThat(due.run()).hasSize(100).isSorted();
        assertThat(due.skipped()).isEqualTo(CatchUp.MOST_COUNTED);
    }

    @Test
    void what_is_run_is_what_a_look_at_every_tick_finds() {
        var random = new Random(20260104);
        for (int i = 0; i < 300; i++) {
            var timetable = timetable(new CronOracle(random).expression);
            Instant from = timetable.next(at("00:00:00").plusSeconds(random.nextInt(100_000_000)));
            Instant now = from.plusMillis(random.nextLong(Duration.ofDays(3).toMillis()));
            var all = new ArrayList<Instant>();
            for (Instant tick = from; !tick.isAfter(now); tick = timetable.next(tick)) {
                all.add(tick);
            }
            for (CatchUp policy : CatchUp.values()) {
                assertThat(policy.due(timetable, from, now))
                        .as("%s of %s from %s to %s", policy, timetable, from, now)
                        .isEqualTo(slowly(policy, all, now, timetable));
            }
        }
    }

    private static Due slowly(CatchUp policy, List<Instant> all, Instant now, Timetable timetable) {
        var run =
                all.stream()
                        .filter(
                                tick ->
                                        switch (policy) {
                                            case SKIP -> tick.plusSeconds(60).compareTo(now) >= 0;
                                            case LAST ->
                                                    tick.equals(all.getLast())
                                                            || tick.plusSeconds(60).compareTo(now)
                                                                    >= 0;
                                            case ALL -> true;
                                        })
                        .toList();
        var newest = run.subList(Math.max(0, run.size() - 100), run.size());
        return new Due(newest, Math.min(all.size() - newest.size(), 1_000), timetable.next(now));
    }
}
