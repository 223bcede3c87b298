package dev.baton.supervisor;

import dev.baton.worker.Verdict.Cause;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// What has happened so often since the supervisor started. Any thread may call it.
final class Counts {
    private final LongAdder textLines = new LongAdder();
    private final LongAdder textBytes = new LongAdder();
    private final LongAdder messages = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder linesCut = new LongAdder();
    private final LongAdder restarts = new LongAdder();
    private final Map<Cause, LongAdder> ignored = new EnumMap<>(Cause.class);
    private final AtomicLong drainMillis = new AtomicLong();

    Counts() {
        for (Cause cause : Cause.values()) {
            ignored.put(cause, new LongAdder());
        }
    }

    void text(byte[] bytes, int from, int to) {
        int lines = 0;
        for (int i = from; i < to; i++) {
            lines += bytes[i] == '\n' ? 1 : 0;
        }
        textLines.add(lines);
        textBytes.add(to - from);
    }

    void message() {
        messages.increment();
    }

    void ignored(Cause cause) {
        switch (cause) {
            case INVALID, UNKNOWN, REFUSED -> {
                LongAdder count = ignored.get(cause);
                if (count != null) {
                    count.increment();
                }
            }
        }
    }

    /// A message that nobody had time for.
    void dropped() {
        dropped.increment();
    }

    void linesCut(long lines) {
        linesCut.add(lines);
    }

    void restarted() {
        restarts.increment();
    }

    /// How long the last worker took to end after it was told to.
    void drained(long millis) {
        drainMillis.set(millis);
    }

    /// By name, in a fixed order.
    Map<String, Long> all() {
        var all = new LinkedHashMap<String, Long>();
        all.put("text_lines", textLines.sum());
        all.put("text_bytes", textBytes.sum());
        all.put("lines_cut", linesCut.sum());
        all.put("messages", messages.sum());
        ignored.forEach(
                (cause, count) -> all.put(cause.name().toLowerCase(Locale.ROOT), count.sum()));
        all.put("dropped", dropped.sum());
        all.put("restarts", restarts.sum());
        all.put("drain_milliseconds", drainMillis.get());
        return all;
    }
}
