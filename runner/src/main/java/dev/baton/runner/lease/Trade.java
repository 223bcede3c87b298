package dev.baton.runner.lease;

import org.jspecify.annotations.Nullable;

/// A kind of work that the runner does, and how much of it at once: steps, or the calls of one executor. Each has its own
/// places, so that no kind of work waits for another.
///
/// Who is at work and what was asked for is counted by the [LeaseKeeper], which guards it.
public final class Trade {
    private final @Nullable String only;
    private volatile int capacity;
    int working;
    int wanted;

    /// @param only the tag that jobs of this trade ask for; null for jobs that ask for no executor
    /// @param capacity how many jobs of it are worked on at once
    public Trade(@Nullable String only, int capacity) {
        this.only = only;
        this.capacity = capacity;
    }

    public @Nullable String only() {
        return only;
    }

    public int capacity() {
        return capacity;
    }

    /// There are more or fewer places now. What was asked for already may still come.
    public void setCapacity(int places) {
        capacity = places;
    }
}
