package dev.baton.runner.lease;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicInteger;

/// A kind of work that the runner does, and how much of it at once: steps, or the calls of one executor. Each has its own
/// places, so that no kind of work waits for another.
///
/// Who is at work and what was asked for is counted by the [LeaseKeeper].
public final class Trade {
    private final @Nullable String only;
    private volatile int capacity;
    private final AtomicInteger working = new AtomicInteger();
    private final AtomicInteger wanted = new AtomicInteger();

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

    int working() {
        return working.get();
    }

    /// A job came, and takes one of the places that were asked for. At no moment does a place seem free that is not.
    void begin() {
        working.incrementAndGet();
        wanted.updateAndGet(jobs -> Math.max(0, jobs - 1));
    }

    void end() {
        working.decrementAndGet();
    }

    /// How many jobs more can be asked for. They count as asked for from now on.
    int askForMore() {
        int more = capacity - working.get() - wanted.get();
        if (more <= 0) {
            return 0;
        }
        wanted.addAndGet(more);
        return more;
    }

    /// What was asked for is forgotten.
    void forgetWanted() {
        wanted.set(0);
    }

    /// There are more or fewer places now. What was asked for already may still come.
    public void setCapacity(int places) {
        capacity = places;
    }
}
