package dev.baton.protocol;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;

/// A frame of several messages while it is being written.
final class FrameBuffer {
    private static final int TYPICAL_BYTES = 8 << 10;

    /// One more message of any size still fits below this.
    private static final int FULL_BYTES = Limits.MOST_FRAME_BYTES - Limits.MOST_MESSAGE_BYTES - 2;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(TYPICAL_BYTES);
    private final JsonGenerator out =
            Json.FACTORY.createGenerator(ObjectWriteContext.empty(), bytes);
    private int messages;

    FrameBuffer() {
        out.writeStartArray();
    }

    boolean isEmpty() {
        return messages == 0;
    }

    boolean isFull() {
        return messages == Limits.MOST_FRAME_MESSAGES || size() >= FULL_BYTES;
    }

    void add(Consumer<JsonGenerator> message) {
        int before = size();
        message.accept(out);
        messages++;
        MessageCodec.requireMessageSize(size() - before);
    }

    byte[] finish() {
        out.writeEndArray();
        out.close();
        return bytes.toByteArray();
    }

    private int size() {
        return bytes.size() + out.streamWriteOutputBuffered();
    }
}
