package dev.baton.executor.wire;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Reads frames from a stream. For one thread.
///
/// A header is judged before anything is allocated for it, and memory grows with the bytes that really come: a header that lies costs
/// nothing.
public final class FrameReader {
    private static final int BUFFER = 16 << 10;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;

    public FrameReader(InputStream in) {
        this.in = in;
    }

    /// The payload of the next frame, or null if the stream ended before it.
    ///
    /// @throws WireException if there is no frame to read; nothing that follows can be read then
    public byte @Nullable [] next() throws IOException {
        if (!hasBuffered(Frames.HEADER_BYTES)) {
            if (to == from) {
                return null;
            }
            throw cutOff("the %d bytes of a header".formatted(Frames.HEADER_BYTES), to - from);
        }
        int length = Frames.length(buffer, from);
        from += Frames.HEADER_BYTES;
        return length <= BUFFER ? buffered(length) : gathered(length);
    }

    private byte[] buffered(int length) throws IOException {
        if (!hasBuffered(length)) {
            throw cutOff("a frame of %d bytes".formatted(length), to - from);
        }
        byte[] payload = Arrays.copyOfRange(buffer, from, from + length);
        from += length;
        return payload;
    }

    private byte[] gathered(int length) throws IOException {
        byte[] payload = Arrays.copyOfRange(buffer, from, from + BUFFER);
        int got = to - from;
        from = to;
        while (got < length) {
            if (got == payload.length) {
                payload = Arrays.copyOf(payload, (int) Math.min(length, 2L * got));
            }
            int read = in.read(payload, got, Math.min(payload.length, length) - got);
            if (read < 0) {
                throw cutOff("a frame of %d bytes".formatted(length), got);
            }
            got += read;
        }
        return payload.length == length ? payload : Arrays.copyOf(payload, length);
    }

    /// Reads until that many bytes are there.
    ///
    /// @return whether they are, or else the stream has ended
    private boolean hasBuffered(int wanted) throws IOException {
        if (from + wanted > BUFFER) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            to -= from;
            from = 0;
        }
        while (to - from < wanted) {
            int read = in.read(buffer, to, BUFFER - to);
            if (read < 0) {
                return false;
            }
            to += read;
        }
        return true;
    }

    private static WireException cutOff(String expected, int got) {
        return new WireException(
                WireCode.CUT_OFF,
                "expected %s, got the end of the stream after %d".formatted(expected, got));
    }
}
