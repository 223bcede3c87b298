package dev.baton.blobs;

/// The answer to an append.
public sealed interface AppendResult {
    /// The log has all of the bytes.
    ///
    /// @param size of the log, which is the offset of the next append
    record Appended(long size) implements AppendResult {}

    /// The bytes would leave a hole.
    ///
    /// @param expected the highest offset to go on from
    record WrongOffset(long expected) implements AppendResult {}

    /// The log has other bytes there.
    ///
    /// @param offset of the first that differs
    record Conflict(long offset) implements AppendResult {}

    /// The log would grow beyond what a log may have.
    record LogFull(long maxBytes) implements AppendResult {}

    /// The log is complete at this size.
    record LogSealed(long size) implements AppendResult {}
}
