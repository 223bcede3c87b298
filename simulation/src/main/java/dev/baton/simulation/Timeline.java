package dev.baton.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;

/// Virtual time. Things happen in the order of their time, and those of one time in the order in which they were planned.
final class Timeline {
    static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private record Happening(long at, long number, Runnable what) implements Comparable<Happening> {
        @Override
        public int compareTo(Happening other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    private final PriorityQueue<Happening> ahead = new PriorityQueue<>();
    private long now;
    private long planned;

    /// Nanoseconds since the start.
    long now() {
        return now;
    }

    Instant instant() {
        return START.plusNanos(now);
    }

    /// Plans something. What is late happens now.
    void at(long when, Runnable what) {
        ahead.add(new Happening(Math.max(when, now), planned++, what));
    }

    void after(long nanos, Runnable what) {
        at(now + nanos, what);
    }

    /// Lets the next thing happen.
    ///
    /// @return whether there was one
    boolean next() {
        var next = ahead.poll();
        if (next == null) {
            return false;
        }
        now = next.at();
        next.what().run();
        return true;
    }

    /// How many things have happened or are planned.
    long planned() {
        return planned;
    }

    static long seconds(double seconds) {
        return Math.round(seconds * 1e9);
    }

    /// The time as people read it: `2h03m07.250s`.
    static String shown(long nanos) {
        var time = Duration.ofNanos(nanos);
        return "%dh%02dm%02d.%03ds"
                .formatted(
                        time.toHours(),
                        time.toMinutesPart(),
                        time.toSecondsPart(),
                        time.toMillisPart());
    }
}
