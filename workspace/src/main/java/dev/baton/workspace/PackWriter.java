package dev.baton.workspace;

import dev.baton.core.Sha256;
import dev.baton.workspace.WorkspaceException.Code;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

/// Writes a pack: contents one after the other, each as eight bytes that say how long it is (big-endian), and its bytes.
///
/// A pack has no names and no end mark: a content is known by its digest, and the transport knows where the pack ends.
public final class PackWriter {
    public static final String CONTENT_TYPE = "application/vnd.baton.pack";

    /// What precedes each content.
    public static final int HEADER_BYTES = Long.BYTES;

    private static final int BUFFER_BYTES = 64 << 10;

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];

    public PackWriter(OutputStream out) {
        this.out = out;
    }

    public void add(byte[] content) throws IOException {
        writeHeader(content.length);
        out.write(content);
    }

    /// Adds a content that must be what it is said to be: a file may have changed since it was looked at.
    ///
    /// @throws WorkspaceException if it is not; the pack is then of no use any more
    public void add(Sha256 expected, long size, InputStream content) throws IOException {
        writeHeader(size);
        MessageDigest digest = Sha256.newDigest();
        long left = size;
        while (left > 0) {
            int read = content.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (read < 0) {
                throw changed(expected);
            }
            digest.update(buffer, 0, read);
            out.write(buffer, 0, read);
            left -= read;
        }
        if (content.read() >= 0 || !Sha256.of(digest.digest()).equals(expected)) {
            throw changed(expected);
        }
    }

    private void writeHeader(long size) throws IOException {
        out.write(ByteBuffer.allocate(HEADER_BYTES).putLong(size).array());
    }

    private static WorkspaceException changed(Sha256 expected) {
        return new WorkspaceException(
                Code.DIGEST_MISMATCH,
                "the bytes of %s changed while they were read".formatted(expected.named()));
    }
}
