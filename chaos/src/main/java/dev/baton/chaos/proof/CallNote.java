package dev.baton.chaos.proof;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// What an execution of a call noted by itself: `start 4f1c… runner-1 1789526836.123456`.
///
/// The executor protocol has no epoch: an execution is known by its request.
///
/// @param word start, beat, end or stop
/// @param runner who made the request
record CallNote(String word, String request, String runner, Instant at) {
    private static final int FIELDS = 4;

    /// The notes of a call, in the order in which they were made.
    static List<CallNote> ofJob(Path evidence, String job) throws IOException {
        Path file = evidence.resolve(job + ".calls");
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(CallNote::read).toList()
                : List.of();
    }

    static CallNote read(String line) {
        String[] fields = line.split(" ", -1);
        if (fields.length != FIELDS) {
            throw new IllegalStateException("not a note of a call: " + line);
        }
        return new CallNote(fields[0], fields[1], fields[2], Note.instant(fields[3]));
    }

    boolean is(String wanted) {
        return word.equals(wanted);
    }

    @Override
    public String toString() {
        return "%s call  %-16s request %s of %s".formatted(at, word, request, runner);
    }
}
