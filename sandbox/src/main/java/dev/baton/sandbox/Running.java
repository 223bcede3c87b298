package dev.baton.sandbox;

import java.time.Duration;
import java.util.Optional;

/// A command that was started.
public interface Running {
    /// The id of its process; 0 if there was none, because there is no such program.
    long pid();

    /// Waits until the command has ended and what it had printed by then was handed over.
    ///
    /// @return how it ended, or nothing if it has not in this time
    Optional<Exit> await(Duration longest) throws InterruptedException;

    /// Hands over what the command has printed so far: when this returns, everything that it had printed before was handed over, by this
    /// thread or another. Takes two system calls if there is nothing, and never waits for the command.
    void catchUp();
}
