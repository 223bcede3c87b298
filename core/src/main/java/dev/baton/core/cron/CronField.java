package dev.baton.core.cron;

import dev.baton.core.Shown;

import java.util.List;
import java.util.Locale;

/// A field of a cron expression: which numbers it may have, by which names, and how it is read.
enum CronField {
    SECOND("second", 0, 59, ""),
    MINUTE("minute", 0, 59, ""),
    HOUR("hour", 0, 23, ""),
    DAY("day of the month", 1, 31, ""),
    MONTH("month", 1, 12, "jan feb mar apr may jun jul aug sep oct nov dec"),
    /// From Sunday, which is 0, to Sunday, which is also 7: so that ranges can end with it.
    WEEKDAY("weekday", 0, 7, "sun mon tue wed thu fri sat");

    private static final int SUNDAY_AGAIN = 7;

    private final String title;
    private final int least;
    private final int most;

    /// In the order of their numbers.
    private final String names;

    CronField(String title, int least, int most, String names) {
        this.title = title;
        this.least = least;
        this.most = most;
        this.names = names;
    }

    /// What a field says.
    ///
    /// @param bits a bit for each number that it names
    /// @param wild whether it begins with a star, or is a question mark: it stands for no particular number
    /// @param last whether it names the last day of the month
    record Values(long bits, boolean wild, boolean last) {
        boolean has(int value) {
            return (bits >>> value & 1) != 0;
        }

        /// The least that it names from this one on, or -1.
        int from(int value) {
            long rest = value >= Long.SIZE ? 0 : bits >>> value << value;
            return rest == 0 ? -1 : Long.numberOfTrailingZeros(rest);
        }
    }

    /// Reads a field.
    ///
    /// @param at where in the expression it begins, from 1, for whoever has to find a mistake
    Values read(String text, int at) {
        long bits = 0;
        boolean last = false;
        int from = 0;
        while (from <= text.length()) {
            int comma = text.indexOf(',', from);
            int end = comma < 0 ? text.length() : comma;
            String part = text.substring(from, end);
            if (this == DAY && part.equalsIgnoreCase("L")) {
                last = true;
            } else {
                bits |= part(part, text, at + from);
            }
            from = end + 1;
        }
        return new Values(bits, text.startsWith("*") || text.equals("?"), last);
    }

    /// `*`, `?`, `a`, `a-b`, and all but the second with `/step`.
    private long part(String part, String whole, int at) {
        int slash = part.indexOf('/');
        String range = slash < 0 ? part : part.substring(0, slash);
        int step = slash < 0 ? 1 : step(part.substring(slash + 1), at + slash + 1);
        int dash = range.indexOf('-');
        int first;
        int end;
        if (range.equals("*")) {
            first = least;
            end = this == WEEKDAY ? SUNDAY_AGAIN - 1 : most;
        } else if (range.equals("?") && whole.equals("?") && (this == DAY || this == WEEKDAY)) {
            first = least;
            end = most;
        } else if (dash >= 0) {
            first = number(range.substring(0, dash), at, false);
            end = number(range.substring(dash + 1), at + dash + 1, true);
            if (first > end) {
                throw wrong("a range that goes up in the " + title, range, at);
            }
        } else {
            first = number(range, at, false);
            end = slash < 0 ? first : this == WEEKDAY ? SUNDAY_AGAIN - 1 : most;
        }
        long bits = 0;
        for (int value = first; value <= end; value += step) {
            bits |= 1L << (this == WEEKDAY && value == SUNDAY_AGAIN ? 0 : value);
        }
        return bits;
    }

    private int step(String text, int at) {
        int widest = most - least;
        int step = digits(text);
        if (step < 1 || step > widest) {
            throw wrong("a step of 1 to %d for the %s".formatted(widest, title), text, at);
        }
        return step;
    }

    private int number(String text, int at, boolean ends) {
        int named = names().indexOf(text.toLowerCase(Locale.ROOT));
        if (named >= 0) {
            return this == WEEKDAY && named == 0 && ends ? SUNDAY_AGAIN : named + least;
        }
        int number = digits(text);
        if (number < least || number > most) {
            throw wrong(expected(), text, at);
        }
        return number;
    }

    private List<String> names() {
        return names.isEmpty() ? List.of() : List.of(names.split(" ", -1));
    }

    private String expected() {
        String named =
                names.isEmpty()
                        ? ""
                        : " or %s to %s".formatted(names().getFirst(), names().getLast());
        String others =
                switch (this) {
                    case DAY -> ", or L for the last,";
                    case SECOND, MINUTE, HOUR, MONTH, WEEKDAY -> "";
                };
        return "%d to %d%s%s for the %s".formatted(least, most, named, others, title);
    }

    /// A number of one or two digits, or -1.
    private static int digits(String text) {
        boolean isNumber =
                !text.isEmpty()
                        && text.length() <= 2
                        && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Integer.parseInt(text) : -1;
    }

    static IllegalArgumentException wrong(String expected, String came, int at) {
        return new IllegalArgumentException(
                "cron: expected %s, got '%s' at character %d"
                        .formatted(expected, Shown.of(came), at));
    }
}
