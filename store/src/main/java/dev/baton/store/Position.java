package dev.baton.store;

import dev.baton.core.Job;

import java.util.Comparator;

/// A place in a queue: priority first, then age, then id.
record Position(int rank, long created, long job) implements Comparable<Position> {
    /// Before every job.
    static final Position START = new Position(Integer.MIN_VALUE, 0, 0);

    /// After every job.
    static final Position END = new Position(Integer.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    private static final Comparator<Position> ORDER =
            Comparator.comparingInt(Position::rank)
                    .thenComparingLong(Position::created)
                    .thenComparingLong(Position::job);

    static Position of(Job job) {
        return new Position(-job.plan().priority(), Micros.of(job.created()), job.id().value());
    }

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }
}
