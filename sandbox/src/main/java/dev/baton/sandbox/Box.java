package dev.baton.sandbox;

import java.time.Duration;
import java.util.List;

/// Where the commands of one piece of work run. Whatever they start belongs to the box, whoever its parent is by now.
///
/// [#start] is for one thread; the rest may be called by any.
public interface Box extends AutoCloseable {
    /// Starts a command. What it leaves in the background goes on when it has ended, until the box does.
    ///
    /// @param workdir relative to the directory of the box, or absolute
    /// @throws SandboxException if it cannot be started
    Running start(List<String> command, String workdir, Output output);

    /// Kills everything in the box unless this is called again in time, also when this process is dead or stopped by then.
    ///
    /// @param left from now on
    void fence(Duration left);

    /// Asks everything in the box to end, kills what has not ended when the grace is over, and returns when nothing is
    /// left and all output was handed over.
    void end(Duration grace) throws InterruptedException;

    /// Ends it without grace.
    @Override
    void close();
}
