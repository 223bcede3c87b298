package dev.baton.blobs.files;

import dev.baton.blobs.BlobException;
import dev.baton.blobs.BlobException.Code;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;

/// The one translation of what the file system throws into what the store throws.
final class Failure {
    private Failure() {}

    static BlobException of(String doing, IOException cause) {
        return new BlobException(codeOf(cause), "could not %s: %s".formatted(doing, cause), cause);
    }

    private static Code codeOf(IOException cause) {
        if (cause instanceof ClosedByInterruptException
                || cause instanceof FileLockInterruptionException) {
            return Code.INTERRUPTED;
        }
        // Java has no type for these; the words are those of the C library.
        String message = String.valueOf(cause.getMessage());
        return message.contains("No space left on device")
                        || message.contains("Disk quota exceeded")
                ? Code.NO_SPACE
                : Code.IO;
    }
}
