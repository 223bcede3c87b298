package dev.baton.runner.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.protocol.log.LogLine;
import dev.baton.sandbox.Output.Source;
import dev.baton.testkit.ManualClock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

class JobLogTest {
    private static final Instant NOON = Instant.parse("2026-01-04T12:00:00Z");
    private static final String AT = "2026-01-04T12:00:00.000000Z ";

    @TempDir Path directory;
    private final AtomicLong nanos = new AtomicLong();

    private JobLog log(long mostBytes, String... secrets) {
        return new JobLog(
                directory.resolve("log"),
                mostBytes,
                SecretMask.of(List.of(secrets)),
                ManualClock.startingAt(NOON),
                nanos::get);
    }

    private static void print(JobLog log, Source source, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        log.printed(source, bytes, bytes.length);
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(directory.resolve("log"));
    }

    @Test
    void each_line_has_a_time_and_a_source() throws Exception {
        JobLog log = log(1 << 20);
        log.say("step 1/1 started: x");
        print(log, Source.STDOUT, "one\ntwo\n");
        print(log, Source.STDERR, "three\n");
        log.close();
        assertThat(lines())
                .containsExactly(
                        LogLine.HEADER,
                        AT + "baton F step 1/1 started: x",
                        AT + "stdout F one",
                        AT + "stdout F two",
                        AT + "stderr F three");
    }

    @Test
    void a_line_that_does_not_end_is_shown_after_a_while_and_goes_on_then() throws Exception {
        JobLog log = log(1 << 20);
        print(log, Source.STDOUT, "working");
        log.flushPartials();
        assertThat(lines()).hasSize(1);
        nanos.addAndGet(JobLog.PARTIAL_LINE.toNanos());
        log.flushPartials();
        print(log, Source.STDOUT, " done\n");
        log.close();
        assertThat(lines()).contains(AT + "stdout P working", AT + "stdout F  done");
    }

    @Test
    void a_long_line_is_written_in_parts_and_what_has_no_newline_at_the_end_is_kept()
            throws Exception {
        JobLog log = log(1 << 20);
        print(log, Source.STDOUT, "x".repeat(LogLine.MOST_BYTES + 10));
        log.close();
        assertThat(lines())
                .containsExactly(
                        LogLine.HEADER,
                        AT + "stdout P " + "x".repeat(LogLine.MOST_BYTES),
                        AT + "stdout P " + "x".repeat(10));
    }

    @Test
    void beyond_its_limit_a_log_keeps_the_end_and_says_how_much_is_missing() throws Exception {
        JobLog log = log(10_000);
        for (int i = 0; i < 100_000; i++) {
            print(log, Source.STDOUT, "line %06d\n".formatted(i));
        }
        log.say("step 1/1 ended: exit 0 after 1.00 s");
        log.close();
        List<String> lines = lines();
        assertThat(Files.size(directory.resolve("log"))).isLessThan(10_000 + 6 * Tail.MOST_BYTES);
        assertThat(lines.get(1)).endsWith("line 000000");
        assertThat(lines)
                .filteredOn(line -> line.contains("bytes of output were dropped here"))
                .hasSize(1);
        assertThat(lines.get(lines.size() - 2)).endsWith("line 099999");
        assertThat(lines.getLast()).endsWith("step 1/1 ended: exit 0 after 1.00 s");
    }

    @Test
    void a_gigabyte_of_output_takes_neither_memory_nor_disk() throws Exception {
        JobLog log = log(1 << 20);
        byte[] piece = "y\n".repeat(32 << 10).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < (1 << 30) / piece.length; i++) {
            log.printed(Source.STDOUT, piece, piece.length);
        }
        log.close();
        assertThat(Files.size(directory.resolve("log"))).isLessThan(4 << 20);
    }

    @Test
    void secrets_are_hidden_in_output_and_in_the_runners_words() throws Exception {
        JobLog log = log(1 << 20, "hunter2");
        log.say("step 1/1 started: login hunter2");
        print(log, Source.STDOUT, "pass: hunt");
        nanos.addAndGet(JobLog.PARTIAL_LINE.toNanos());
        log.flushPartials();
        print(log, Source.STDOUT, "er2\n");
        log.close();
        assertThat(String.join("\n", lines())).doesNotContain("hunt").contains("login ***");
    }
}
