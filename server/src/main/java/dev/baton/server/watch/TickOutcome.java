package dev.baton.server.watch;

/// What became of a tick of a schedule.
public enum TickOutcome {
    /// Its run was submitted.
    FIRED,
    /// Its run was there already: another orchestrator was quicker, or this one was killed before it could note it.
    REPEATED,
    /// All of its jobs were there already by their unique keys, and so there is no run.
    MERGED,
    /// It was missed, and its schedule does not want it any more.
    SKIPPED,
    /// Its run cannot be submitted; the schedule is paused.
    REFUSED,
    /// There is no room for its run now; it is tried again.
    DEFERRED;

    /// Someone who counts ticks.
    @FunctionalInterface
    public interface Observer {
        void ticked(TickOutcome outcome, int ticks);
    }
}
