package dev.baton.runner.lease;

import java.time.Duration;

/// Whoever works under a lease, and has to hear what becomes of it. None of these may block for long.
public interface Holder {
    /// The lease is good for longer than before: see [HeldLease#left].
    void renewed();

    /// The work has to stop, and somebody waits to hear that it has.
    void cancel(String reason, Duration deadline);

    /// The work has taken as long as it may.
    void timeUp();

    /// The lease is gone. The work has to die at once, and nobody wants to hear of it.
    void lost(String reason);
}
