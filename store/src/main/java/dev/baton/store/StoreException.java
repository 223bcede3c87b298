package dev.baton.store;

/// The store failed. What was asked for may be asked again: nothing was half done.
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// What kind of failure it is.
    public enum Code {
        /// The database cannot be reached or did not answer in time.
        UNAVAILABLE,
        /// More is waiting than may wait.
        OVERLOADED,
        /// A submission would take more distinct requirements than there may be.
        TOO_MANY_REQUIREMENTS,
        /// The database refused a statement: a defect, or a database that was tampered with.
        BROKEN,
        /// The engine is being shut down.
        CLOSED
    }

    private final Code code;

    public StoreException(Code code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public StoreException(Code code, String message) {
        super(message);
        this.code = code;
    }

    public Code code() {
        return code;
    }
}
