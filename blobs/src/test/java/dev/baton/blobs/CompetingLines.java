package dev.baton.blobs;

import static dev.baton.blobs.Bytes.bytes;

import dev.baton.blobs.AppendResult.Appended;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Writers that all add lines of their own to one log, each wherever it believes the end to be. No runner does that; it
/// shows whether the end can be given away twice.
public final class CompetingLines {
    private CompetingLines() {}

    public static void append(Logs logs, JobEpoch key, int writer, int lines) {
        for (int line = 0; line < lines; line++) {
            byte[] bytes = bytes(text(writer, line) + "\n");
            while (!(logs.append(key, logs.status(key).size(), bytes) instanceof Appended)) {
                Thread.onSpinWait();
            }
        }
    }

    public static List<String> read(Logs logs, JobEpoch key) {
        return new String(logs.read(key, 0, 10_000_000), StandardCharsets.UTF_8).lines().toList();
    }

    /// What must be there in the end, in any order.
    public static List<String> of(int writers, int lines) {
        var all = new ArrayList<String>();
        for (int writer = 0; writer < writers; writer++) {
            for (int line = 0; line < lines; line++) {
                all.add(text(writer, line));
            }
        }
        return all;
    }

    private static String text(int writer, int line) {
        return "writer %d line %d".formatted(writer, line);
    }
}
