package dev.baton.protocol;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;

import java.math.BigDecimal;
import java.time.Duration;

/// The forms of numbers, and of durations, which are numbers of seconds.
public final class NumberForms {
    private static final int MILLIS = 1_000;

    /// Whole seconds as an integer, as everyone expects; only what is not whole has decimals, down to milliseconds.
    static final JsonForm<Duration> SECONDS = seconds(Limits.MOST_SECONDS);

    /// Seconds that are left: rounded down, so that every peer can read them and nobody counts on too much.
    static final JsonForm<Duration> SECONDS_LEFT =
            JsonForm.of(SECONDS::read, (out, left) -> out.writeNumber(left.toSeconds()));

    private NumberForms() {}

    public static JsonForm<Integer> integer(int least, int most) {
        return JsonForm.of(
                in -> Math.toIntExact(readInteger(in, least, most)), JsonGenerator::writeNumber);
    }

    static JsonForm<Long> longInteger(long least, long most) {
        return JsonForm.of(in -> readInteger(in, least, most), JsonGenerator::writeNumber);
    }

    static JsonForm<Double> number(long least, long most) {
        return JsonForm.of(in -> readNumber(in, least, most), NumberForms::writeShort);
    }

    /// A number that is brought into its bounds: for what people look at and nothing depends on.
    static JsonForm<Double> clipped(long least, long most) {
        return JsonForm.of(
                in -> {
                    if (!in.currentToken().isNumeric()) {
                        throw ProtocolException.expected("a number", Came.as(in));
                    }
                    return Math.clamp(in.getDoubleValue(), (double) least, (double) most);
                },
                NumberForms::writeShort);
    }

    static JsonForm<Duration> seconds(long most) {
        return JsonForm.of(in -> readSeconds(in, most), NumberForms::writeSeconds);
    }

    private static long readInteger(JsonParser in, long least, long most) {
        if (in.currentToken() == JsonToken.VALUE_NUMBER_INT
                && in.getNumberType() != NumberType.BIG_INTEGER) {
            long value = in.getLongValue();
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw ProtocolException.expected(
                "an integer from %d to %d".formatted(least, most), Came.as(in));
    }

    private static double readNumber(JsonParser in, long least, long most) {
        if (in.currentToken().isNumeric()) {
            double value = in.getDoubleValue();
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw ProtocolException.expected(
                "a number from %d to %d".formatted(least, most), Came.as(in));
    }

    private static Duration readSeconds(JsonParser in, long most) {
        return in.currentToken() == JsonToken.VALUE_NUMBER_INT
                ? Duration.ofSeconds(readInteger(in, 0, most))
                : Duration.ofMillis(Math.round(readNumber(in, 0, most) * MILLIS));
    }

    private static void writeSeconds(JsonGenerator out, Duration value) {
        if (value.toMillisPart() == 0) {
            out.writeNumber(value.toSeconds());
        } else {
            out.writeNumber(BigDecimal.valueOf(value.toMillis(), 3).stripTrailingZeros());
        }
    }

    private static void writeShort(JsonGenerator out, double value) {
        if (value == Math.rint(value)) {
            out.writeNumber((long) value);
        } else {
            out.writeNumber(value);
        }
    }
}
