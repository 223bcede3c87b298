package dev.baton.store;

/// What becomes of a commit in a [MemoryStore].
public enum CommitFate {
    /// It is done, as it should.
    DONE,
    /// The disk is full: nothing is written, and the database says so.
    REFUSED,
    /// The connection breaks before the commit: nothing is written.
    CUT_BEFORE,
    /// The connection breaks after the commit: it is done, and the orchestrator does not know.
    CUT_AFTER,
    /// The orchestrator dies before the commit.
    DIED_BEFORE,
    /// The orchestrator dies after the commit and before anybody is answered.
    DIED_AFTER,
    /// A disk that lies: it says that it is done, and nothing is written. No store survives this; it shows that a
    /// simulation notices.
    FORGOTTEN
}
