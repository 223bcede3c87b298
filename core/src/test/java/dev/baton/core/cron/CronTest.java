package dev.baton.core.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/// What an expression means, and what is no expression.
class CronTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    # expression         | after                | next
                    * * * * *            | 2026-01-04T08:00:00Z | 2026-01-04T08:01:00Z
                    30 6 * * *           | 2026-01-04T08:00:00Z | 2026-01-05T06:30:00Z
                    */15 9-17 * * *      | 2026-01-04T17:45:00Z | 2026-01-05T09:00:00Z
                    10/20 * * * *        | 2026-01-04T08:11:00Z | 2026-01-04T08:30:00Z
                    0 0 * * mon-fri      | 2026-01-02T12:00:00Z | 2026-01-05T00:00:00Z
                    0 0 * * Fri-Sun      | 2026-01-05T12:00:00Z | 2026-01-09T00:00:00Z
                    0 0 * * 7            | 2026-01-04T00:00:00Z | 2026-01-11T00:00:00Z
                    0 0 * * sun          | 2026-01-04T00:00:00Z | 2026-01-11T00:00:00Z
                    0 0 1 jan,JUL ?      | 2026-01-04T00:00:00Z | 2026-07-01T00:00:00Z
                    0 0 L * *            | 2028-02-01T00:00:00Z | 2028-02-29T00:00:00Z
                    0 0 15,L * *         | 2026-02-15T00:00:00Z | 2026-02-28T00:00:00Z
                    0 0 29 2 *           | 2096-03-01T00:00:00Z | 2104-02-29T00:00:00Z
                    0 0 29 2 */7         | 2088-03-01T00:00:00Z | 2128-02-29T00:00:00Z
                    0 0 31 * *           | 2026-01-31T00:00:00Z | 2026-03-31T00:00:00Z
                    5,10-12,50/5 3 * * * | 2026-01-04T03:12:00Z | 2026-01-04T03:50:00Z
                    30 15 6 * * *        | 2026-01-04T00:00:00Z | 2026-01-04T06:15:30Z
                    */20 * * * * *       | 2026-01-04T00:00:41Z | 2026-01-04T00:01:00Z
                    @hourly              | 2026-01-04T08:00:00Z | 2026-01-04T09:00:00Z
                    @daily               | 2026-01-04T08:00:00Z | 2026-01-05T00:00:00Z
                    @Midnight            | 2026-01-04T08:00:00Z | 2026-01-05T00:00:00Z
                    @weekly              | 2026-01-05T08:00:00Z | 2026-01-11T00:00:00Z
                    @monthly             | 2026-01-04T08:00:00Z | 2026-02-01T00:00:00Z
                    @yearly              | 2026-01-04T08:00:00Z | 2027-01-01T00:00:00Z
                    @annually            | 2026-01-04T08:00:00Z | 2027-01-01T00:00:00Z
                    """)
    void an_expression_fires_next_at(String expression, Instant after, Instant next) {
        assertThat(Cron.parse(expression).next(after, ZoneId.of("UTC"))).isEqualTo(next);
    }

    @Test
    void a_day_and_a_weekday_are_either_or_unless_one_begins_with_a_star() {
        assertThat(days("0 0 13 * fri")).contains(2, 9, 13, 16, 23, 30);
        assertThat(days("0 0 13 * *")).containsExactly(13);
        assertThat(days("0 0 */2 * fri")).containsExactly(9, 23);
    }

    /// The days of October 2026, a month that begins on a Thursday.
    private static List<Integer> days(String expression) {
        var timetable = new Timetable(Cron.parse(expression), ZoneId.of("UTC"));
        return timetable.next(Instant.parse("2026-09-30T12:00:00Z"), 31).stream()
                .filter(tick -> tick.isBefore(Instant.parse("2026-11-01T00:00:00Z")))
                .map(tick -> tick.atZone(ZoneId.of("UTC")).getDayOfMonth())
                .toList();
    }

    @Test
    void a_time_that_is_left_out_fires_when_the_gap_ends() {
        var daily = new Timetable(Cron.parse("30 2 * * *"), BERLIN);

        assertThat(daily.next(Instant.parse("2026-03-28T00:00:00Z"), 3))
                .containsExactly(
                        Instant.parse("2026-03-28T01:30:00Z"),
                        Instant.parse("2026-03-29T01:00:00Z"),
                        Instant.parse("2026-03-30T00:30:00Z"));
    }

    @Test
    void two_times_that_are_left_out_fire_once_when_the_gap_ends() {
        var often = new Timetable(Cron.parse("10,50 2,3 * * *"), BERLIN);

        assertThat(often.next(Instant.parse("2026-03-29T00:00:00Z"), 3))
                .containsExactly(
                        Instant.parse("2026-03-29T01:00:00Z"),
                        Instant.parse("2026-03-29T01:10:00Z"),
                        Instant.parse("2026-03-29T01:50:00Z"));
    }

    @Test
    void a_time_that_comes_twice_fires_the_first_time() {
        var daily = new Timetable(Cron.parse("30 2 * * *"), BERLIN);

        assertThat(daily.next(Instant.parse("2026-10-24T12:00:00Z"), 2))
                .containsExactly(
                        Instant.parse("2026-10-25T00:30:00Z"),
                        Instant.parse("2026-10-26T01:30:00Z"));
        assertThat(daily.next(Instant.parse("2026-10-25T01:15:00Z")))
                .as("from within the second of the two hours")
                .isEqualTo(Instant.parse("2026-10-26T01:30:00Z"));
    }

    @Test
    void an_expression_with_a_star_in_its_time_follows_real_time() {
        var hourly = new Timetable(Cron.parse("30 * * * *"), BERLIN);

        assertThat(hourly.next(Instant.parse("2026-03-29T00:00:00Z"), 3))
                .containsExactly(
                        Instant.parse("2026-03-29T00:30:00Z"),
                        Instant.parse("2026-03-29T01:30:00Z"),
                        Instant.parse("2026-03-29T02:30:00Z"));
        assertThat(hourly.next(Instant.parse("2026-10-25T00:00:00Z"), 3))
                .containsExactly(
                        Instant.parse("2026-10-25T00:30:00Z"),
                        Instant.parse("2026-10-25T01:30:00Z"),
                        Instant.parse("2026-10-25T02:30:00Z"));
    }

    @Test
    void a_day_that_does_not_exist_fires_when_the_next_one_begins() {
        var daily = new Timetable(Cron.parse("0 12 * * *"), ZoneId.of("Pacific/Apia"));

        assertThat(daily.next(Instant.parse("2011-12-29T00:00:00Z"), 3))
                .as("29, then the 30th that was left out, then 31 December")
                .containsExactly(
                        Instant.parse("2011-12-29T22:00:00Z"),
                        Instant.parse("2011-12-30T10:00:00Z"),
                        Instant.parse("2011-12-30T22:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = true,
            textBlock =
                    """
                    * * * *         | cron: expected 5 fields (minute hour day month weekday) or 6 (with the second in front), got 4 in '* * * *'
                    ''              | cron: expected 5 fields (minute hour day month weekday) or 6 (with the second in front), got 0 in ''
                    60 * * * *      | cron: expected 0 to 59 for the minute, got '60' at character 1
                    5 * * * * 8     | cron: expected 0 to 7 or sun to sat for the weekday, got '8' at character 11
                    0 24 * * *      | cron: expected 0 to 23 for the hour, got '24' at character 3
                    0 0 0 * *       | cron: expected 1 to 31, or L for the last, for the day of the month, got '0' at character 5
                    0 0 1 13 *      | cron: expected 1 to 12 or jan to dec for the month, got '13' at character 7
                    0 0 1 janu *    | cron: expected 1 to 12 or jan to dec for the month, got 'janu' at character 7
                    1,2,,3 * * * *  | cron: expected 0 to 59 for the minute, got '' at character 5
                    1,2, * * * *    | cron: expected 0 to 59 for the minute, got '' at character 5
                    -5 * * * *      | cron: expected 0 to 59 for the minute, got '' at character 1
                    1-2-3 * * * *   | cron: expected 0 to 59 for the minute, got '2-3' at character 3
                    30-10 * * * *   | cron: expected a range that goes up in the minute, got '30-10' at character 1
                    */0 * * * *     | cron: expected a step of 1 to 59 for the minute, got '0' at character 3
                    */60 * * * *    | cron: expected a step of 1 to 59 for the minute, got '60' at character 3
                    */ * * * *      | cron: expected a step of 1 to 59 for the minute, got '' at character 3
                    ? * * * *       | cron: expected 0 to 59 for the minute, got '?' at character 1
                    0 L * * *       | cron: expected 0 to 23 for the hour, got 'L' at character 3
                    0 0 ?/2 * *     | cron: expected 1 to 31, or L for the last, for the day of the month, got '?' at character 5
                    0 0 30 2 *      | cron: expected a day that exists, got day 30 in months that are all shorter in '0 0 30 2 *'
                    0 0 31 4,6,9 *  | cron: expected a day that exists, got day 31 in months that are all shorter in '0 0 31 4,6,9 *'
                    @fortnightly    | cron: expected @hourly, @daily, @weekly, @monthly, @yearly or fields, got '@fortnightly' at character 1
                    """)
    void what_is_no_expression_is_refused_with_what_was_expected_and_where(
            String expression, String said) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cron.parse(expression))
                .withMessage(said);
    }

    @Test
    void an_expression_has_a_longest_length() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cron.parse("0,".repeat(150) + "0 * * * *"))
                .withMessage("cron: expected at most 200 characters, got 309");
    }

    @Test
    void a_zone_that_does_not_exist_is_refused_with_the_one_that_may_be_meant() {
        assertThat(Timetable.zone("Europe/Berlin")).isEqualTo(BERLIN);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timetable.zone("Europe/Belrin"))
                .withMessage(
                        "zone: expected a time zone such as Europe/Berlin or UTC, got 'Europe/Belrin', did you mean Europe/Berlin?");
    }

    @Test
    void an_expression_is_what_was_written() {
        assertThat(Cron.parse(" @daily ")).isEqualTo(Cron.parse("@daily")).hasToString("@daily");
    }
}
