package dev.baton.core.cron;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What is done about ticks that came while nobody could act on them. One that is late by no more than the [#GRACE] is
/// always run: these are about the others.
public enum CatchUp {
    /// They are not run.
    SKIP,
    /// The newest is run, unless an even newer one is not that late.
    LAST,
    /// Each is run, the newest [#MOST] of them.
    ALL;

    /// How late a tick may be without being missed.
    public static final Duration GRACE = Duration.ofMinutes(1);

    /// How many ticks are run at once.
    public static final int MOST = 100;

    /// How many of those that are not run are counted.
    public static final int MOST_COUNTED = 1_000;

    /// What there is to do.
    ///
    /// @param run the ticks to be run, oldest first
    /// @param skipped how many are not run, or [#MOST_COUNTED] if it is that many or more
    /// @param next the first tick that is not due yet
    public record Due(List<Instant> run, int skipped, Instant next) {
        public Due {
            run = List.copyOf(run);
        }
    }

    /// What there is to do now.
    ///
    /// @param from the first tick that was not acted on
    public Due due(Timetable timetable, Instant from, Instant now) {
        var run = new ArrayList<Instant>();
        Instant until = now;
        var tick = timetable.newest(from, until);
        while (tick.isPresent() && run.size() < MOST && wants(tick.get(), run.isEmpty(), now)) {
            run.addFirst(tick.get());
            until = tick.get().minusNanos(1);
            tick = timetable.newest(from, until);
        }
        return new Due(run, count(timetable, from, until), timetable.next(now));
    }

    private boolean wants(Instant tick, boolean isNewest, Instant now) {
        return switch (this) {
            case SKIP -> isInTime(tick, now);
            case LAST -> isNewest || isInTime(tick, now);
            case ALL -> true;
        };
    }

    private static boolean isInTime(Instant tick, Instant now) {
        return !tick.plus(GRACE).isBefore(now);
    }

    private static int count(Timetable timetable, Instant from, Instant until) {
        int count = 0;
        Instant tick = timetable.next(from.minusNanos(1));
        while (count < MOST_COUNTED && !tick.isAfter(until)) {
            count++;
            tick = timetable.next(tick);
        }
        return count;
    }
}
