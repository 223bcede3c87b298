package dev.baton.runner.log;

import java.nio.file.Path;

/// A log on disk that is to be sent, complete or not yet.
public interface LogFile {
    Path file();

    /// How many bytes are there to be sent.
    long written();

    /// Whether there will be no more.
    boolean isEnded();

    /// Whether a line has begun that is not written yet.
    boolean hasPartials();

    /// Writes what was printed a while ago on a line that has not ended.
    void flushPartials();

    /// Asks to be told.
    ///
    /// @param listener is told, by the thread that wrote, that there is more
    void onGrowth(Runnable listener);
}
