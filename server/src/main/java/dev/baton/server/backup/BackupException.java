package dev.baton.server.backup;

/// A backup could not be made or restored. The message says why, and nothing was overwritten.
public final class BackupException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BackupException(String message) {
        super(message);
    }
}
