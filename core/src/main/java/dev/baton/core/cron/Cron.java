package dev.baton.core.cron;

import static java.time.temporal.ChronoUnit.SECONDS;

import dev.baton.core.Shown;
import dev.baton.core.cron.CronField.Values;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A cron expression: `minute hour day month weekday`, or six fields with the second in front.
///
/// A field is `*`, a number, a name (`mon`, `jan`), a range, any of these with a step (`*/15`, `9-17/2`), or a list of
/// them. `?` is `*` for days and weekdays, `L` the last day of the month. If both the day and the weekday say something in
/// particular, either will do; a field that begins with a star does not.
///
/// **Where clocks are changed.** An expression with a star in its second, minute or hour follows real time: it fires
/// whenever a clock on the wall would match, so not at all in an hour that is left out, and in both of two hours of one
/// name. Any other names times of the day, and each of them happens once a day: one that is left out fires when the gap
/// ends, one that comes twice fires the first time.
public final class Cron {
    public static final int MOST_CHARACTERS = 200;

    private static final int FIELDS = 5;
    private static final int DAYS_IN_WEEK = 7;
    private static final Map<String, String> SHORTHANDS =
            Map.of(
                    "@hourly", "0 * * * *",
                    "@daily", "0 0 * * *",
                    "@midnight", "0 0 * * *",
                    "@weekly", "0 0 * * 0",
                    "@monthly", "0 0 1 * *",
                    "@yearly", "0 0 1 1 *",
                    "@annually", "0 0 1 1 *");

    /// A leap day that is a certain weekday comes at least so often.
    private static final int LONGEST_WAIT_YEARS = 41;

    private final String text;
    private final Values seconds;
    private final Values minutes;
    private final Values hours;
    private final Values days;
    private final Values months;
    private final Values weekdays;

    private Cron(String text, List<Values> fields) {
        this.text = text;
        seconds = fields.get(0);
        minutes = fields.get(1);
        hours = fields.get(2);
        days = fields.get(3);
        months = fields.get(4);
        weekdays = fields.get(5);
    }

    /// Reads an expression.
    ///
    /// @throws IllegalArgumentException that says what was expected, what came, and where
    public static Cron parse(String text) {
        if (text.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "cron: expected at most %d characters, got %d"
                            .formatted(MOST_CHARACTERS, text.length()));
        }
        String said = text.strip();
        var cron = new Cron(said, fields(said.startsWith("@") ? shorthand(said) : said));
        cron.requireADay();
        return cron;
    }

    private static String shorthand(String said) {
        String meant = SHORTHANDS.get(said.toLowerCase(Locale.ROOT));
        if (meant == null) {
            throw CronField.wrong("@hourly, @daily, @weekly, @monthly, @yearly or fields", said, 1);
        }
        return meant;
    }

    private static List<Values> fields(String text) {
        var words = new ArrayList<String>();
        var places = new ArrayList<Integer>();
        int from = 0;
        while (from < text.length()) {
            int end = from;
            while (end < text.length() && !isSpace(text.charAt(end))) {
                end++;
            }
            if (end > from) {
                words.add(text.substring(from, end));
                places.add(from + 1);
            }
            from = end + 1;
        }
        if (words.size() != FIELDS && words.size() != FIELDS + 1) {
            throw new IllegalArgumentException(
                    "cron: expected 5 fields (minute hour day month weekday) or 6 (with the second in front), got %d in '%s'"
                            .formatted(words.size(), Shown.of(text)));
        }
        if (words.size() == FIELDS) {
            words.addFirst("0");
            places.addFirst(1);
        }
        var fields = new ArrayList<Values>();
        for (CronField field : CronField.values()) {
            int place = fields.size();
            fields.add(field.read(words.get(place), places.get(place)));
        }
        return fields;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }

    /// A weekday comes in every month. A day that is none of its months' never comes.
    private void requireADay() {
        boolean either = !days.wild() && !weekdays.wild();
        if (either || days.last()) {
            return;
        }
        int first = days.from(1);
        for (Month month : Month.values()) {
            if (months.has(month.getValue()) && first <= month.maxLength()) {
                return;
            }
        }
        throw new IllegalArgumentException(
                "cron: expected a day that exists, got day %d in months that are all shorter in '%s'"
                        .formatted(first, Shown.of(text)));
    }

    /// The first moment after this one, in whole seconds.
    public Instant next(Instant after, ZoneId zone) {
        ZoneRules rules = zone.getRules();
        return followsRealTime() ? nextReal(after, rules) : nextNamed(after, rules);
    }

    private boolean followsRealTime() {
        return seconds.wild() || minutes.wild() || hours.wild();
    }

    /// Goes from one change of the clocks to the next: in between, local time is real time.
    private Instant nextReal(Instant after, ZoneRules rules) {
        Instant from = after.truncatedTo(SECONDS).plusSeconds(1);
        while (true) {
            var offset = rules.getOffset(from);
            Instant found = match(LocalDateTime.ofInstant(from, offset)).toInstant(offset);
            ZoneOffsetTransition change = rules.nextTransition(from);
            if (change == null || found.isBefore(change.getInstant())) {
                return found;
            }
            from = change.getInstant();
        }
    }

    /// The moments of local times never go backwards: what is looked for is the first local time whose moment is later.
    private Instant nextNamed(Instant after, ZoneRules rules) {
        LocalDateTime from =
                LocalDateTime.ofInstant(after, rules.getOffset(after)).truncatedTo(SECONDS);
        while (true) {
            from = match(from.plusSeconds(1));
            Instant moment = moment(from, rules);
            if (moment.isAfter(after)) {
                return moment;
            }
        }
    }

    private static Instant moment(LocalDateTime local, ZoneRules rules) {
        ZoneOffsetTransition change = rules.getTransition(local);
        if (change != null && change.isGap()) {
            return change.getInstant();
        }
        return local.toInstant(change == null ? rules.getOffset(local) : change.getOffsetBefore());
    }

    /// The first local time from this one on that matches.
    private LocalDateTime match(LocalDateTime from) {
        LocalDate day = day(from.toLocalDate());
        if (day.equals(from.toLocalDate())) {
            var today = time(from.toLocalTime());
            if (today.isPresent()) {
                return LocalDateTime.of(day, today.get());
            }
            day = day(day.plusDays(1));
        }
        return LocalDateTime.of(day, time(LocalTime.MIN).orElseThrow());
    }

    private LocalDate day(LocalDate from) {
        LocalDate end = from.plusYears(LONGEST_WAIT_YEARS);
        LocalDate day = from;
        while (day.isBefore(end)) {
            if (!months.has(day.getMonthValue())) {
                day = day.withDayOfMonth(1).plusMonths(1);
            } else if (isOn(day)) {
                return day;
            } else {
                day = day.plusDays(1);
            }
        }
        throw new IllegalStateException("'%s' has no day after %s".formatted(text, from));
    }

    private boolean isOn(LocalDate day) {
        boolean dayFits =
                days.has(day.getDayOfMonth())
                        || (days.last() && day.getDayOfMonth() == day.lengthOfMonth());
        boolean weekdayFits = weekdays.has(day.getDayOfWeek().getValue() % DAYS_IN_WEEK);
        boolean either = !days.wild() && !weekdays.wild();
        return either ? dayFits || weekdayFits : dayFits && weekdayFits;
    }

    /// The first time of a day from this one on, unless there is none left.
    private Optional<LocalTime> time(LocalTime from) {
        int hour = hours.from(from.getHour());
        if (hour == from.getHour()) {
            int minute = minutes.from(from.getMinute());
            if (minute == from.getMinute()) {
                int second = seconds.from(from.getSecond());
                if (second >= 0) {
                    return Optional.of(LocalTime.of(hour, minute, second));
                }
                minute = minutes.from(minute + 1);
            }
            if (minute >= 0) {
                return Optional.of(LocalTime.of(hour, minute, seconds.from(0)));
            }
            hour = hours.from(hour + 1);
        }
        return hour < 0
                ? Optional.empty()
                : Optional.of(LocalTime.of(hour, minutes.from(0), seconds.from(0)));
    }

    /// As it was written.
    @Override
    public String toString() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cron cron && cron.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
