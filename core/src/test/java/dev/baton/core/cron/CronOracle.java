package dev.baton.core.cron;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// An expression made by chance, and the slow way to tell when it fires: look at every minute.
///
/// Knows nothing of offsets, gaps and transitions, only what a clock on the wall shows at each minute.
final class CronOracle {
    private static final int SECONDS_IN_MINUTE = 60;

    private final Random random;
    private final Field minutes;
    private final Field hours;
    private final Field days;
    private final Field months;
    private final Field weekdays;
    final String expression;

    /// What stands in a field, and what is meant by it.
    private record Field(String text, Set<Integer> values) {
        boolean isWild() {
            return text.startsWith("*");
        }
    }

    CronOracle(Random random) {
        this.random = random;
        minutes = field(0, 59, 3);
        hours = field(0, 23, 2);
        days = field(1, 28, 4);
        months = random.nextInt(4) == 0 ? field(1, 12, 4) : all(1, 12);
        weekdays = random.nextInt(2) == 0 ? field(0, 6, 4) : all(0, 6);
        expression =
                String.join(
                        " ",
                        minutes.text(),
                        hours.text(),
                        days.text(),
                        months.text(),
                        weekdays.text());
    }

    private static Field all(int least, int most) {
        return new Field("*", steps(least, most, 1));
    }

    private Field field(int least, int most, int starsInTen) {
        if (random.nextInt(10) < starsInTen) {
            return all(least, most == 28 ? 31 : most);
        }
        int first = random.nextInt(least, most + 1);
        int end = random.nextInt(first, most + 1);
        int step = random.nextInt(1, 8);
        return switch (random.nextInt(4)) {
            case 0 -> new Field("*/" + Math.min(step, most - least), wildSteps(least, most, step));
            case 1 ->
                    new Field(
                            first + "-" + end + "/" + Math.min(step, most - least),
                            steps(first, end, Math.min(step, most - least)));
            case 2 -> new Field(first + "-" + end, steps(first, end, 1));
            default -> list(least, most);
        };
    }

    private static Set<Integer> wildSteps(int least, int most, int step) {
        return steps(least, most == 28 ? 31 : most, Math.min(step, most - least));
    }

    private Field list(int least, int most) {
        var values = new TreeSet<Integer>();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            values.add(random.nextInt(least, most + 1));
        }
        return new Field(
                values.stream().map(String::valueOf).collect(Collectors.joining(",")), values);
    }

    private static Set<Integer> steps(int first, int end, int step) {
        return IntStream.rangeClosed(first, end)
                .filter(value -> (value - first) % step == 0)
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private boolean matches(LocalDateTime local) {
        boolean day = days.values().contains(local.getDayOfMonth());
        boolean weekday = weekdays.values().contains(local.getDayOfWeek().getValue() % 7);
        return minutes.values().contains(local.getMinute())
                && hours.values().contains(local.getHour())
                && months.values().contains(local.getMonthValue())
                && ((days.isWild() || weekdays.isWild()) ? day && weekday : day || weekday);
    }

    /// All ticks from one minute to another, both included.
    List<Instant> ticks(Instant first, Instant last, ZoneId zone) {
        return minutes.isWild() || hours.isWild()
                ? real(first, last, zone)
                : named(first, last, zone);
    }

    private List<Instant> real(Instant first, Instant last, ZoneId zone) {
        var ticks = new ArrayList<Instant>();
        for (Instant minute = first; !minute.isAfter(last); minute = minuteAfter(minute)) {
            if (matches(LocalDateTime.ofInstant(minute, zone))) {
                ticks.add(minute);
            }
        }
        return ticks;
    }

    /// Walks along the wall: every local minute that a clock shows for the first time, and those that it jumps over.
    private List<Instant> named(Instant first, Instant last, ZoneId zone) {
        var ticks = new TreeSet<Instant>();
        LocalDateTime shown = LocalDateTime.ofInstant(first, zone).minusMinutes(1);
        for (Instant minute = first; !minute.isAfter(last); minute = minuteAfter(minute)) {
            LocalDateTime now = LocalDateTime.ofInstant(minute, zone);
            while (shown.isBefore(now)) {
                shown = shown.plusMinutes(1);
                if (matches(shown)) {
                    ticks.add(minute);
                }
            }
        }
        return List.copyOf(ticks);
    }

    private static Instant minuteAfter(Instant minute) {
        return minute.plusSeconds(SECONDS_IN_MINUTE);
    }
}
