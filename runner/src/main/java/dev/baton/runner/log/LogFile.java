package dev.baton.runner.log;

import java.io.IOException;

/// A log that is to be sent, complete or not yet.
public interface LogFile {
    /// How many bytes are there to be sent.
    long written();

    /// Reads some of them.
    ///
    /// @return how many, from one to the length
    int read(long offset, byte[] into, int length) throws IOException;

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
