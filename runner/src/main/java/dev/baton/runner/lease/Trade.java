package dev.baton.runner.lease;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/// A kind of work that the runner does, and how much of it at once: steps, or the calls of one executor. Each has its own
/// places, so that no kind of work waits for another.
///
/// Who is at work and what was asked for is counted by the [LeaseKeeper]. Any thread may call it.
public final class Trade {
    private final @Nullable String only;
    private int capacity;
    private int working;
    private int wanted;
    private final Deque<Asked> asked = new ArrayDeque<>();
    private @Nullable Long withdrawingSince;

    /// Whether a job came of what was asked for last.
    private boolean busy;

    /// So many jobs were asked for at this time, and did not come yet.
    private record Asked(long at, int jobs) {}

    /// @param only the tag that jobs of this trade ask for; null for jobs that ask for no executor
    /// @param capacity how many jobs of it are worked on at once
    public Trade(@Nullable String only, int capacity) {
        this.only = only;
        this.capacity = capacity;
    }

    public @Nullable String only() {
        return only;
    }

    public synchronized int capacity() {
        return capacity;
    }

    synchronized int working() {
        return working;
    }

    /// A job came, and takes one of the places that were asked for. At no moment does a place seem free that is not.
    ///
    /// @return a time before which it cannot have been granted: jobs are granted after they are asked for, and the first to
    ///     come are those that were asked for first. Nothing if this was not asked for on the present line
    synchronized OptionalLong begin() {
        working++;
        var first = asked.pollFirst();
        if (first == null) {
            return OptionalLong.empty();
        }
        wanted--;
        busy = true;
        if (first.jobs > 1) {
            asked.addFirst(new Asked(first.at, first.jobs - 1));
        }
        return OptionalLong.of(first.at);
    }

    synchronized void end() {
        working--;
    }

    /// How many jobs more can be asked for. They count as asked for from now on.
    synchronized int askForMore(long now) {
        int more = capacity - working - wanted;
        if (more <= 0 || withdrawingSince != null) {
            return 0;
        }
        wanted += more;
        asked.addLast(new Asked(now, more));
        return more;
    }

    /// How many jobs were asked for that may still come.
    synchronized int wanted() {
        return wanted;
    }

    /// Whether what was asked for is to be taken back now: nothing more is wanted, or less, or calls come and it was asked for so long ago that the
    /// next one could not begin at once. Until it is [#forgetWanted] nothing is asked for.
    ///
    /// @param oldest when calls may have been asked for
    synchronized boolean withdraw(boolean takesWork, long oldest, long now) {
        Asked first = asked.peekFirst();
        if (withdrawingSince != null || first == null) {
            return false;
        }
        boolean isOld = only != null && busy && first.at - oldest < 0;
        if (takesWork && !isOld && working + wanted <= capacity) {
            return false;
        }
        withdrawingSince = now;
        return true;
    }

    /// Whether it was to be taken back long ago, and nobody says that it is.
    synchronized boolean isOverdue(long now, long longestAnswer) {
        return withdrawingSince != null && now - withdrawingSince > longestAnswer;
    }

    /// What was asked for does not come any more.
    synchronized void forgetWanted() {
        wanted = 0;
        asked.clear();
        withdrawingSince = null;
        busy = false;
    }

    /// There are more or fewer places now. What was asked for already may still come.
    public synchronized void setCapacity(int places) {
        capacity = places;
    }
}
