package dev.baton.runner.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.sandbox.Output.Source;
import dev.baton.testkit.ManualClock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What becomes of a log when the disk of the runner is full.
class FullDiskIT {
    private static final Path NEVER_HAS_ROOM = Path.of("/dev/full");

    @TempDir Path directory;

    @Test
    void a_log_that_does_not_fit_on_the_disk_can_be_read_all_the_same() throws Exception {
        try (var log = log(NEVER_HAS_ROOM)) {
            print(log, numbers(1_000));
            log.end();
            assertThat(read(log)).containsAll(numbers(1_000).lines().toList());
        }
    }

    @Test
    void what_does_not_fit_into_memory_either_is_counted_where_it_is_missing() throws Exception {
        try (var log = log(NEVER_HAS_ROOM)) {
            print(log, "first\n");
            print(log, "x".repeat(LogSpool.MOST_IN_MEMORY) + "\n");
            print(log, "last\n");
            log.end();
            assertThat(read(log))
                    .contains("first", "last")
                    .anyMatch(
                            line ->
                                    line.matches(
                                            "… 1,0[0-9,]+ bytes of this log were lost here.*"));
        }
    }

    @Test
    void what_waited_in_memory_is_written_when_there_is_room_again() throws Exception {
        var disk = directory.resolve("disk");
        Files.createDirectory(disk);
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()) == 0,
                "to make a small disk takes an administrator");
        try (var log = log(disk.resolve("log"))) {
            print(log, "before\n");
            fill(disk.resolve("filler"));
            print(log, numbers(5_000));
            assertThat(Files.size(disk.resolve("log"))).isLessThan(log.written());
            var printed = read(log);
            assertThat(printed).contains("before").containsAll(numbers(5_000).lines().toList());

            Files.delete(disk.resolve("filler"));
            log.flushPartials();

            assertThat(Files.size(disk.resolve("log"))).isEqualTo(log.written());
            assertThat(read(log)).isEqualTo(printed);
        } finally {
            run("umount", disk.toString());
        }
    }

    private static JobLog log(Path file) {
        return new JobLog(
                file,
                10L * LogSpool.MOST_IN_MEMORY,
                SecretMask.of(List.of()),
                ManualClock.startingAt(Instant.parse("2026-01-04T12:00:00Z")),
                () -> 0);
    }

    private static String numbers(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "line " + i + "\n")
                .collect(Collectors.joining());
    }

    private static void print(JobLog log, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        log.printed(Source.STDOUT, bytes, bytes.length);
    }

    /// The text of its lines, as whoever sends it reads it.
    private static List<String> read(JobLog log) throws IOException {
        var bytes = new byte[(int) log.written()];
        for (int at = 0; at < bytes.length; ) {
            var piece = new byte[bytes.length - at];
            int count = log.read(at, piece, piece.length);
            System.arraycopy(piece, 0, bytes, at, count);
            at += count;
        }
        return new String(bytes, StandardCharsets.UTF_8)
                .lines()
                .skip(1)
                .map(line -> line.replaceFirst("^\\S+ \\S+ \\S+ ", ""))
                .toList();
    }

    private static void fill(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            while (true) {
                out.write(new byte[1 << 12]);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    private static int run(String... command) throws Exception {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        return process.waitFor();
    }
}
