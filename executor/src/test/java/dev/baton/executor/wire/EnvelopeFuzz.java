package dev.baton.executor.wire;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// For a fuzzer: any bytes are frames or are refused, however they are cut into pieces, and any payload is a message or is refused. What
/// was taken is taken again when it is sent on, and says the same.
public final class EnvelopeFuzz {
    private EnvelopeFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length < 2) {
            return;
        }
        byte[] rest = Arrays.copyOfRange(data, 1, data.length);
        if (data[0] < 0) {
            stream(rest, 1 + (data[0] & 0x3f));
        } else {
            payload(rest);
        }
    }

    private static void stream(byte[] bytes, int piece) {
        Read atOnce = read(bytes, bytes.length);
        Read inPieces = read(bytes, piece);
        if (atOnce.refusal != inPieces.refusal
                || !Arrays.deepEquals(atOnce.frames.toArray(), inPieces.frames.toArray())) {
            throw new AssertionError("pieces make a difference");
        }
        atOnce.frames.forEach(EnvelopeFuzz::payload);
    }

    private record Read(List<byte[]> frames, @Nullable WireCode refusal) {}

    private static Read read(byte[] bytes, int piece) {
        var reader =
                new FrameReader(
                        new ByteArrayInputStream(bytes) {
                            @Override
                            public synchronized int read(byte[] b, int off, int len) {
                                return super.read(b, off, Math.min(len, piece));
                            }
                        });
        var frames = new ArrayList<byte[]>();
        try {
            for (byte[] next = reader.next(); next != null; next = reader.next()) {
                frames.add(next);
            }
            return new Read(frames, null);
        } catch (WireException e) {
            return new Read(frames, e.code());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void payload(byte[] payload) {
        ExecutorMessage message;
        try {
            message = EnvelopeCodec.decode(payload);
        } catch (WireException e) {
            if (e.getMessage().length() > 1_000) {
                throw new AssertionError("a refusal that nobody can read: " + e.getMessage());
            }
            return;
        }
        byte[] sent = EnvelopeCodec.frame(message);
        ExecutorMessage heard = EnvelopeCodec.decode(EnvelopeCodecTest.payload(sent));
        // The first time may round a moment to the microsecond.
        byte[] again = EnvelopeCodec.frame(heard);
        if (!Arrays.equals(sent, again)
                || !heard.equals(EnvelopeCodec.decode(EnvelopeCodecTest.payload(again)))) {
            throw new AssertionError("what is sent on is not what came: " + message);
        }
    }
}
