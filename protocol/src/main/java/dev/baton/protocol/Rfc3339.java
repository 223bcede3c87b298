package dev.baton.protocol;

import dev.baton.core.Shown;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;

/// Timestamps as RFC 3339 has them: `2026-01-04T08:00:20Z`, with decimals of a second and offsets.
///
/// By hand, because every message has some and `DateTimeFormatter` takes longer than the rest of it.
public final class Rfc3339 {
    private static final int SECONDS_END = 19;
    private static final int MOST_DECIMALS = 9;
    private static final int MOST_CHARACTERS = 40;
    private static final long HOUR = 3_600;
    private static final long MINUTE = 60;
    private static final int LEAP_SECOND = 60;

    private static final long DAY = 24 * HOUR;
    private static final byte[] NOUGHT =
            "0000-00-00T00:00:00.000000000Z".getBytes(StandardCharsets.US_ASCII);

    /// The years that have four digits, in seconds since 1970.
    private static final long FIRST = LocalDate.of(0, 1, 1).toEpochDay() * DAY;

    private static final long END = LocalDate.of(10_000, 1, 1).toEpochDay() * DAY;

    private final String text;

    private Rfc3339(String text) {
        this.text = text;
    }

    /// The moment that the text names.
    ///
    /// @throws IllegalArgumentException if it is not a timestamp
    public static Instant parse(String text) {
        return new Rfc3339(text).instant();
    }

    /// As text, with no decimals, three, six or nine: as [Instant#toString] does.
    public static String text(Instant time) {
        long seconds = time.getEpochSecond();
        if (seconds < FIRST || seconds >= END) {
            return time.toString();
        }
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(seconds, DAY));
        int ofDay = (int) Math.floorMod(seconds, DAY);
        int nanos = time.getNano();
        byte[] out = NOUGHT.clone();
        put(out, 4, date.getYear());
        put(out, 7, date.getMonthValue());
        put(out, 10, date.getDayOfMonth());
        put(out, 13, ofDay / 3_600);
        put(out, 16, ofDay / 60 % 60);
        put(out, SECONDS_END, ofDay % 60);
        put(out, SECONDS_END + 1 + MOST_DECIMALS, nanos);
        int end = decimals(nanos) == 0 ? SECONDS_END : SECONDS_END + 1 + decimals(nanos);
        out[end] = 'Z';
        return new String(out, 0, end + 1, StandardCharsets.US_ASCII);
    }

    private static int decimals(int nanos) {
        if (nanos == 0) {
            return 0;
        }
        return nanos % 1_000_000 == 0 ? 3 : nanos % 1_000 == 0 ? 6 : 9;
    }

    /// Writes a number over noughts, so that it ends there.
    private static void put(byte[] out, int end, int number) {
        int at = end;
        for (int left = number; left > 0; left /= 10) {
            out[--at] = (byte) ('0' + left % 10);
        }
    }

    private Instant instant() {
        if (text.length() <= SECONDS_END || text.length() > MOST_CHARACTERS) {
            throw malformed();
        }
        require(4, "-");
        require(7, "-");
        require(10, "Tt ");
        require(13, ":");
        require(16, ":");
        int hour = digits(11, 13, 23);
        int minute = digits(14, 16, 59);
        // A leap second is the second before it: Java's time has none.
        int second = Math.min(digits(17, SECONDS_END, LEAP_SECOND), LEAP_SECOND - 1);
        int decimalsEnd = decimalsEnd();
        long atMidnight = day() * DAY;
        long local = atMidnight + hour * HOUR + minute * MINUTE + second;
        return Instant.ofEpochSecond(local - offset(decimalsEnd), nanos(decimalsEnd));
    }

    private long day() {
        try {
            return LocalDate.of(digits(0, 4, 9999), digits(5, 7, 12), digits(8, 10, 31))
                    .toEpochDay();
        } catch (DateTimeException _) {
            throw malformed();
        }
    }

    private int decimalsEnd() {
        if (text.charAt(SECONDS_END) != '.') {
            return SECONDS_END;
        }
        int end = SECONDS_END + 1;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        if (end == SECONDS_END + 1) {
            throw malformed();
        }
        return end;
    }

    /// The decimals that a nanosecond can hold; others are dropped.
    private int nanos(int end) {
        int nanos = 0;
        for (int i = 0; i < MOST_DECIMALS; i++) {
            int at = SECONDS_END + 1 + i;
            nanos = nanos * 10 + (at < end ? text.charAt(at) - '0' : 0);
        }
        return nanos;
    }

    private long offset(int at) {
        if (text.length() == at + 1) {
            require(at, "Zz");
            return 0;
        }
        if (text.length() != at + 6) {
            throw malformed();
        }
        require(at, "+-");
        require(at + 3, ":");
        long seconds = digits(at + 1, at + 3, 23) * HOUR + digits(at + 4, at + 6, 59) * MINUTE;
        return text.charAt(at) == '-' ? -seconds : seconds;
    }

    private int digits(int from, int to, int most) {
        int value = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!isDigit(c)) {
                throw malformed();
            }
            value = value * 10 + c - '0';
        }
        if (value > most) {
            throw malformed();
        }
        return value;
    }

    private void require(int at, String allowed) {
        if (allowed.indexOf(text.charAt(at)) < 0) {
            throw malformed();
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private IllegalArgumentException malformed() {
        return new IllegalArgumentException(
                "expected a time such as 2026-01-04T08:00:20Z, got '%s'".formatted(Shown.of(text)));
    }
}
