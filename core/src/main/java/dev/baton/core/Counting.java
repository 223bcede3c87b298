package dev.baton.core;

/// What a [Tally] counts of the leases that came to nothing.
public enum Counting {
    /// Each runner once, if it fell silent, and once, if it gave the job back: a job is quarantined for what it does to different runners.
    RUNNERS,
    /// Each lease, as it was done before runners were told apart. For trails of that time; nothing new is decided by it.
    LEASES
}
