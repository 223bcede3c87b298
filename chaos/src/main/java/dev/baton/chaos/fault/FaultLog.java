package dev.baton.chaos.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// What went wrong, and when.
public final class FaultLog {
    private final InstantSource clock;
    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();

    /// What a fault counts as.
    public enum Count {
        KILL,
        STOP,
        EXECUTOR_KILL,
        EXECUTOR_STOP,
        PREEMPTION,
        CUT,
        RESTART,
        FULL_DISK,
        /// Nothing that counts: the end of a fault.
        OVER
    }

    public record Entry(Instant at, Count count, String what) {}

    public FaultLog(InstantSource clock) {
        this.clock = clock;
    }

    void add(Count count, String what) {
        entries.add(new Entry(clock.instant(), count, what));
    }

    public int count(Count wanted) {
        return (int) entries.stream().filter(entry -> entry.count() == wanted).count();
    }

    public void writeTo(Path file) throws IOException {
        Files.write(file, entries.stream().map(entry -> entry.at() + " " + entry.what()).toList());
    }

    /// What happened between two moments.
    public List<Entry> between(Instant from, Instant to) {
        return entries.stream()
                .filter(entry -> !entry.at().isBefore(from) && !entry.at().isAfter(to))
                .toList();
    }
}
