package dev.baton.core.cron;

import dev.baton.core.NearestName;
import dev.baton.core.Shown;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// When something happens: an expression, and the zone whose clocks it is about. Each moment is a *tick*.
public record Timetable(Cron cron, ZoneId zone) {

    /// Finds a zone.
    ///
    /// @throws IllegalArgumentException that says which one may have been meant
    public static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException _) {
            String hint =
                    NearestName.to(name, ZoneId.getAvailableZoneIds())
                            .map(", did you mean %s?"::formatted)
                            .orElse("");
            throw new IllegalArgumentException(
                    "zone: expected a time zone such as Europe/Berlin or UTC, got '%s'%s"
                            .formatted(Shown.of(name), hint));
        }
    }

    /// The first tick after this moment.
    public Instant next(Instant after) {
        return cron.next(after, zone);
    }

    /// So many ticks after this moment.
    public List<Instant> next(Instant after, int count) {
        var ticks = new ArrayList<Instant>(count);
        Instant last = after;
        for (int i = 0; i < count; i++) {
            last = next(last);
            ticks.add(last);
        }
        return ticks;
    }

    /// The newest tick at or before a moment, unless it is older than the other one.
    ///
    /// Found by looking forward from further and further back, and then from in between: however many ticks there were,
    /// few are looked at.
    Optional<Instant> newest(Instant oldest, Instant until) {
        Instant floor = oldest.minusNanos(1);
        Duration back = Duration.ofSeconds(1);
        Instant from = later(floor, until.minus(back));
        Instant found = next(from);
        while (found.isAfter(until)) {
            if (from.equals(floor)) {
                return Optional.empty();
            }
            back = back.multipliedBy(2);
            from = later(floor, until.minus(back));
            found = next(from);
        }
        Instant end = until;
        while (found.until(end, ChronoUnit.SECONDS) > 0) {
            Instant middle = found.plus(Duration.between(found, end).dividedBy(2));
            Instant other = next(middle);
            if (other.isAfter(until)) {
                end = middle;
            } else {
                found = other;
            }
        }
        return Optional.of(found);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
