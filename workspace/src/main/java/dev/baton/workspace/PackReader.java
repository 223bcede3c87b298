package dev.baton.workspace;

import dev.baton.workspace.WorkspaceException.Code;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/// Reads a pack, content by content, without holding more than a buffer of it.
public final class PackReader {
    private final InputStream in;
    private final long mostContentBytes;
    private final long mostPackBytes;
    private long read;
    private @Nullable PackedStream current;

    /// A reader of the stream, which is not closed by it.
    ///
    /// @param mostContentBytes the longest content that is accepted
    /// @param mostPackBytes the longest pack
    public PackReader(InputStream in, long mostContentBytes, long mostPackBytes) {
        this.in = in;
        this.mostContentBytes = mostContentBytes;
        this.mostPackBytes = mostPackBytes;
    }

    /// A content on its way.
    ///
    /// @param bytes exactly `size` of them, or a [WorkspaceException]; to be read before the next content is asked for
    public record Packed(long size, InputStream bytes) {}

    /// The next content. What nobody read of the one before is skipped.
    ///
    /// @throws WorkspaceException if this is not a pack, or more than is accepted
    public Optional<Packed> next() throws IOException {
        if (current != null) {
            current.skipRest();
        }
        byte[] header = in.readNBytes(PackWriter.HEADER_BYTES);
        if (header.length == 0) {
            return Optional.empty();
        }
        if (header.length < PackWriter.HEADER_BYTES) {
            throw endedEarly();
        }
        long size = ByteBuffer.wrap(header).getLong();
        if (size < 0) {
            throw new WorkspaceException(
                    Code.INVALID_PACK, "expected the length of a content, got %d".formatted(size));
        }
        if (size > mostContentBytes) {
            throw new WorkspaceException(
                    Code.TOO_LARGE,
                    "expected contents of at most %d bytes, got one of %d"
                            .formatted(mostContentBytes, size));
        }
        read += PackWriter.HEADER_BYTES;
        if (size > mostPackBytes - read) {
            throw new WorkspaceException(
                    Code.TOO_LARGE,
                    "expected a pack of at most %d bytes, got more".formatted(mostPackBytes));
        }
        read += size;
        var bytes = new PackedStream(size);
        current = bytes;
        return Optional.of(new Packed(size, bytes));
    }

    private static WorkspaceException endedEarly() {
        return new WorkspaceException(
                Code.INVALID_PACK, "the pack ended in the middle of a content");
    }

    /// The bytes of one content, and no more.
    private final class PackedStream extends InputStream {
        private long left;

        PackedStream(long size) {
            left = size;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (left == 0 || length == 0) {
                return left == 0 ? -1 : 0;
            }
            int got = in.read(buffer, offset, (int) Math.min(left, length));
            if (got < 0) {
                throw endedEarly();
            }
            left -= got;
            return got;
        }

        void skipRest() throws IOException {
            transferTo(OutputStream.nullOutputStream());
        }
    }
}
