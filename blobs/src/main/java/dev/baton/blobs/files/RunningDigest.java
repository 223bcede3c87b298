package dev.baton.blobs.files;

import dev.baton.core.Sha256;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;

/// The digest of a log, kept up while this process appends and caught up from the file when it was not there.
final class RunningDigest {
    private static final int BUFFER_BYTES = 256 * 1024;

    private MessageDigest digest = Sha256.newDigest();
    private long covered;

    /// Bytes were added at `position`. If some before them were missed, these are left for [#of] to read as well.
    void added(ByteBuffer bytes, long position) {
        if (position == covered) {
            covered += bytes.remaining();
            digest.update(bytes);
        }
    }

    /// The digest of the first `size` bytes of the file, reading those that were missed.
    Sha256 of(FileChannel file, long size) throws IOException {
        if (covered > size) {
            // The file lost its end; only a crash of the machine below us does that.
            digest = Sha256.newDigest();
            covered = 0;
        }
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(BUFFER_BYTES, size - covered));
        while (covered < size) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), size - covered));
            if (file.read(buffer, covered) < 0) {
                throw new EOFException("expected %d bytes, got %d".formatted(size, covered));
            }
            added(buffer.flip(), covered);
        }
        return Sha256.of(copy().digest());
    }

    private MessageDigest copy() {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the JDK's SHA-256 can be cloned", e);
        }
    }
}
