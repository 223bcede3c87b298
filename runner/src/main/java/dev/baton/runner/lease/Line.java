package dev.baton.runner.lease;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// One connection to the orchestrator, for as long as it lasts. No method blocks, and none fails: a line that is broken has
/// ended, and whoever opened it knows.
public interface Line extends AutoCloseable {
    /// Sends messages that are answered.
    void send(List<Letter> letters);

    /// Asks for so many jobs more.
    ///
    /// @param only the tag that they have to ask for; null for jobs that the runner's own tags are enough for
    void want(@Nullable String only, int jobs);

    /// Takes back what was asked for. What was granted before that is known still comes.
    ///
    /// @param only what it was narrowed to
    void withdraw(@Nullable String only);

    /// Whether calls that are asked for here are acknowledged with that. Then it matters how long ago it was.
    boolean acknowledgesBeforehand();

    /// Gives the connection up: something is wrong with it.
    void giveUp(String why);

    /// Ends the connection in peace.
    @Override
    void close();
}
