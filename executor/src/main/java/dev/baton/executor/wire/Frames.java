package dev.baton.executor.wire;

/// The form of a frame: four bytes that say how long it is, the most significant first, and as many bytes of payload.
public final class Frames {
    /// What a payload may have, in either direction.
    public static final int MOST_BYTES = 16 << 20;

    static final int HEADER_BYTES = Integer.BYTES;

    private Frames() {}

    /// The frame of a payload.
    ///
    /// @throws WireException if it would be empty or too large
    public static byte[] of(byte[] payload) {
        requireLength(payload.length);
        byte[] frame = new byte[HEADER_BYTES + payload.length];
        System.arraycopy(payload, 0, frame, HEADER_BYTES, payload.length);
        putHeader(frame);
        return frame;
    }

    /// Fills in the header of a frame that has its payload.
    static void putHeader(byte[] frame) {
        int length = frame.length - HEADER_BYTES;
        frame[0] = (byte) (length >>> 24);
        frame[1] = (byte) (length >>> 16);
        frame[2] = (byte) (length >>> 8);
        frame[3] = (byte) length;
    }

    /// The length that a header names.
    ///
    /// @throws WireException if no frame may have it
    static int length(byte[] bytes, int at) {
        long length =
                (bytes[at] & 0xffL) << 24
                        | (bytes[at + 1] & 0xffL) << 16
                        | (bytes[at + 2] & 0xffL) << 8
                        | (bytes[at + 3] & 0xffL);
        requireLength(length);
        return (int) length;
    }

    static void requireLength(long length) {
        if (length == 0) {
            throw new WireException(
                    WireCode.EMPTY_FRAME, "expected a frame of at least 1 byte, got an empty one");
        }
        if (length > MOST_BYTES) {
            throw new WireException(
                    WireCode.TOO_LARGE,
                    "expected a frame of at most %d bytes, got %d".formatted(MOST_BYTES, length));
        }
    }
}
