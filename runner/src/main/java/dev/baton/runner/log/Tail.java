package dev.baton.runner.log;

import dev.baton.protocol.log.LogLine;

import java.util.ArrayDeque;
import java.util.Deque;

/// The last lines of what had no room in a log.
final class Tail {
    static final int MOST_BYTES = 64 << 10;

    /// What a line costs beside its text, so that many empty lines are bounded too.
    private static final int LINE_COST = 48;

    private final Deque<LogLine> lines = new ArrayDeque<>();
    private long kept;
    private long keptText;
    private long dropped;

    void add(LogLine line) {
        lines.addLast(line);
        kept += cost(line);
        keptText += line.text().remaining();
        while (kept > MOST_BYTES) {
            LogLine first = lines.removeFirst();
            kept -= cost(first);
            keptText -= first.text().remaining();
            dropped += first.text().remaining() + 1;
        }
    }

    /// Bytes of text that are gone for good.
    long dropped() {
        return dropped;
    }

    long keptText() {
        return keptText;
    }

    Iterable<LogLine> lines() {
        return lines;
    }

    private static int cost(LogLine line) {
        return line.text().remaining() + LINE_COST;
    }
}
