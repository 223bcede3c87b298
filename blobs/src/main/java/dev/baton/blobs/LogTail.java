package dev.baton.blobs;

import java.time.Duration;

/// One reader that follows one log. Of one thread; close it, or it is remembered for as long as the store is open.
public interface LogTail extends AutoCloseable {
    /// Waits until the log has more than `offset` bytes, or is sealed, or the tail was woken since it last returned,
    /// or the time is over, and says how the log is then.
    ///
    /// An append through this store wakes it at once. One through another orchestrator does not: it is seen when the
    /// time is over, so `longest` is also how late such bytes may be.
    ///
    /// @throws BlobException with code CLOSED once the store is closed
    LogStatus await(long offset, Duration longest) throws InterruptedException;

    @Override
    void close();
}
