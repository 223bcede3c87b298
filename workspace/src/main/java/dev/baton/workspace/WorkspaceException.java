package dev.baton.workspace;

/// Something about a directory, a tree or a pack is not as it must be. What the file system itself says comes as an
/// [java.io.IOException] instead.
public final class WorkspaceException extends RuntimeException {
    /// What is wrong, for those who decide what to do next.
    public enum Code {
        /// Not a tree: not JSON, not the form, or one that must not be unpacked.
        INVALID_TREE,
        /// Not a pack, or one that ended early.
        INVALID_PACK,
        /// Larger or more than a bound allows.
        TOO_LARGE,
        /// A file of a kind, or a link to a place, that cannot be part of a tree.
        REFUSED_FILE,
        /// A content is not where it should be.
        MISSING_CONTENT,
        /// The bytes are not those that the digest names, or the file changed while it was read.
        DIGEST_MISMATCH,
        /// A pattern that makes no sense.
        INVALID_PATTERN,
        /// A cache key with a placeholder that nobody knows.
        INVALID_KEY,
        /// What is to be written is there already, or has something else in its way.
        IN_THE_WAY
    }

    private final Code code;

    public WorkspaceException(Code code, String message) {
        super(message);
        this.code = code;
    }

    public WorkspaceException(Code code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public Code code() {
        return code;
    }
}
