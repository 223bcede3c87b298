package dev.baton.chaos.proof;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// What an execution of a job noted by itself: `start 3 2 1789526836.123456`.
///
/// @param word start, beat, fail or end
record Note(String word, int epoch, int attempt, Instant at) {
    private static final int FIELDS = 4;
    private static final int NANOS = 9;

    /// The notes of a job, in the order in which they were made.
    static List<Note> ofJob(Path evidence, String job) throws IOException {
        Path file = evidence.resolve(job);
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(Note::read).toList()
                : List.of();
    }

    static Note read(String line) {
        String[] fields = line.split(" ", -1);
        if (fields.length != FIELDS) {
            throw new IllegalStateException("not a note: " + line);
        }
        return new Note(
                fields[0],
                Integer.parseInt(fields[1]),
                Integer.parseInt(fields[2]),
                instant(fields[3]));
    }

    /// A moment as programs write it: in seconds, with a point or what their language has for one.
    static Instant instant(String text) {
        var seconds = new BigDecimal(text.replace(',', '.'));
        long nanos = seconds.remainder(BigDecimal.ONE).movePointRight(NANOS).longValue();
        return Instant.ofEpochSecond(seconds.longValue(), nanos);
    }

    boolean is(String wanted) {
        return word.equals(wanted);
    }

    @Override
    public String toString() {
        return "%s job   %-16s epoch %d attempt %d".formatted(at, word, epoch, attempt);
    }
}
