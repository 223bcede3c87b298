package dev.baton.chaos.proof;

/// Something that must not be.
///
/// @param subject whom it is about: a job, a run, a directory
public record Violation(Kind kind, String subject, String what) {

    public enum Kind {
        /// Accepted, and not there or not over; or a result that no execution had.
        LOST,
        /// Finished twice, submitted twice, or executed by two at once.
        DOUBLED,
        /// Something was accepted under a lease that was not current.
        STALE_WRITE,
        /// Something is still there that should be gone.
        LEFT_OVER,
        /// Anything else that was promised otherwise.
        BROKEN_PROMISE
    }

    @Override
    public String toString() {
        return "%s %s: %s".formatted(kind, subject, what);
    }
}
