package dev.baton.blobs;

/// The world failed: the disk, the network, or the one whose bytes were to be kept.
///
/// Nothing that was answered before is lost by it, and the call that failed may be made again.
public final class BlobException extends RuntimeException {
    /// What failed, for those who decide what to do next.
    public enum Code {
        /// There is no room left, on the disk or in the quota. Someone must act.
        NO_SPACE,
        /// Reading or writing failed.
        IO,
        /// The bytes to be kept could not be read from the one who sends them.
        UPLOAD_BROKEN,
        /// What is stored is not what was once written.
        CORRUPT,
        /// The calling thread was interrupted; it still is.
        INTERRUPTED,
        /// The store is closed.
        CLOSED
    }

    private final Code code;

    public BlobException(Code code, String message) {
        super(message);
        this.code = code;
    }

    public BlobException(Code code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public Code code() {
        return code;
    }
}
