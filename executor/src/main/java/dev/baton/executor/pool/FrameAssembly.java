package dev.baton.executor.pool;

import dev.baton.executor.wire.Frames;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// Puts frames together from the pieces in which they arrive. Memory grows with the bytes that really come: a header that lies costs nothing.
/// For one thread.
final class FrameAssembly {
    /// What is set aside for a frame before its bytes are there.
    private static final int MOST_AHEAD = 64 << 10;

    private static final byte[] NOTHING = new byte[0];

    private int headerBytes;
    private int header;
    private byte[] payload = NOTHING;
    private int filled;

    /// What a header says that cannot be.
    static final class BadLength extends Exception {
        private static final long serialVersionUID = 1;

        private final AnswerFault fault;

        private BadLength(AnswerFault fault, String message) {
            super(message, null, false, false);
            this.fault = fault;
        }

        AnswerFault fault() {
            return fault;
        }
    }

    /// Takes bytes until a frame is complete.
    ///
    /// @return its payload; null if the bytes are used up before
    byte @Nullable [] next(ByteBuffer bytes) throws BadLength {
        while (headerBytes < Integer.BYTES) {
            if (!bytes.hasRemaining()) {
                return null;
            }
            header = header << Byte.SIZE | (bytes.get() & 0xff);
            headerBytes++;
            if (headerBytes == Integer.BYTES) {
                check(Integer.toUnsignedLong(header));
                payload = new byte[Math.min(header, MOST_AHEAD)];
            }
        }
        while (filled < header) {
            if (!bytes.hasRemaining()) {
                return null;
            }
            if (filled == payload.length) {
                payload = Arrays.copyOf(payload, Math.min(header, 2 * payload.length));
            }
            int part = Math.min(bytes.remaining(), payload.length - filled);
            bytes.get(payload, filled, part);
            filled += part;
        }
        byte[] whole = payload;
        payload = NOTHING;
        filled = 0;
        header = 0;
        headerBytes = 0;
        return whole;
    }

    /// Whether there is a part of a frame.
    boolean isInside() {
        return headerBytes > 0;
    }

    private static void check(long length) throws BadLength {
        if (length == 0) {
            throw new BadLength(AnswerFault.EMPTY, "a frame of no bytes came");
        }
        if (length > Frames.MOST_BYTES) {
            throw new BadLength(
                    AnswerFault.OVERSIZED,
                    "expected an answer of at most %d bytes, got one of %d"
                            .formatted(Frames.MOST_BYTES, length));
        }
    }
}
