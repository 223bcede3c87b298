package dev.baton.core;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// What the one who sent an accepted command is told.
public sealed interface Answer {
    record Granted(Lease lease, Duration ttl) implements Answer {}

    /// The runner may work.
    ///
    /// @param cancelLeft how long the runner has to stop, if the job was canceled before
    record Acknowledged(Duration ttl, @Nullable Duration cancelLeft) implements Answer {
        public Acknowledged(Duration ttl) {
            this(ttl, null);
        }
    }

    /// The lease lives on.
    ///
    /// @param cancelLeft how long the runner has to stop, if it must
    record Renewed(Duration ttl, @Nullable Duration cancelLeft) implements Answer {}

    /// The result was accepted.
    ///
    /// @param status what became of the job, or nothing if it is tried again
    record Completed(@Nullable FinalStatus status) implements Answer {}

    record CancelConfirmed() implements Answer {}

    record Released() implements Answer {}

    /// The command was not a runner's: there is nothing to tell but that it is done.
    record Done() implements Answer {}
}
