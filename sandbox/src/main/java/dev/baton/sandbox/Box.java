package dev.baton.sandbox;

import java.time.Duration;
import java.util.List;

/// Where the commands of one piece of work run. Whatever they start belongs to the box, whoever its parent is by now.
///
/// [#start] is for one thread; the rest may be called by any.
public interface Box extends AutoCloseable {
    /// Starts a command. What it leaves in the background goes on when it has ended, until the box does.
    ///
    /// A program that is not there is no exception: as with a shell, a line on stderr says so, and the command has ended with
    /// 127, or with 126 if what is there cannot be executed.
    ///
    /// @param command the program, by its path or to be found in the `PATH` of the box, and its arguments
    /// @param workdir relative to the directory of the box, which it may not leave, or absolute
    /// @throws SandboxException if there is no such workdir, if the command is empty, too long or has a NUL in it, or if the
    ///     box is closed or its time over; nothing was started
    Running start(List<String> command, String workdir, Output output);

    /// Starts a command like [#start], which is told something on its standard input; others have none.
    Conversing converse(List<String> command, String workdir, Output output);

    /// Kills everything in the box unless this is called again in time, also when this process is dead or stopped by then.
    /// While this process is well it happens at the time; otherwise up to half a second later. What was too late cannot be
    /// made up for: the box stays dead. A box that was never fenced lives as long as this process.
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
