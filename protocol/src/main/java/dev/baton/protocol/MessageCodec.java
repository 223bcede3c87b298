package dev.baton.protocol;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The messages of one direction, to and from JSON: one by one, or many in a frame.
///
/// A frame is one message, or an array of them. Safe for use by any number of threads.
public final class MessageCodec<M> {
    public static final MessageCodec<RunnerMessage> RUNNER =
            new MessageCodec<>(new RunnerMessages());
    public static final MessageCodec<OrchestratorMessage> ORCHESTRATOR =
            new MessageCodec<>(new OrchestratorMessages());

    private final MessageFamily<M> family;

    private MessageCodec(MessageFamily<M> family) {
        this.family = family;
    }

    /// Reads one message, of any type.
    ///
    /// @throws ProtocolException if it is not one
    public M read(byte[] json) {
        return Json.read(json, Limits.MOST_MESSAGE_BYTES, in -> build(fields(in), null));
    }

    /// Reads one message where only one type is expected. There it may leave out its type.
    ///
    /// @throws ProtocolException if it is not one of that type
    public <T extends M> T read(byte[] json, Class<T> type) {
        return type.cast(
                Json.read(
                        json,
                        Limits.MOST_MESSAGE_BYTES,
                        in -> build(fields(in), type.getSimpleName())));
    }

    /// Reads a frame: every message that can be read, and for every other why not, in the order they came.
    ///
    /// @throws ProtocolException if the frame as a whole is not JSON, or is too large
    public List<Decoded<M>> readFrame(byte[] json) {
        return Json.read(
                json,
                Limits.MOST_FRAME_BYTES,
                in ->
                        in.currentToken() == JsonToken.START_ARRAY
                                ? decodeAll(in, json.length > Limits.MOST_MESSAGE_BYTES)
                                : List.of(decode(in, json.length > Limits.MOST_MESSAGE_BYTES)));
    }

    public List<Decoded<M>> readFrame(String json) {
        return readFrame(json.getBytes(StandardCharsets.UTF_8));
    }

    /// Writes one message.
    ///
    /// @throws ProtocolException if it is larger than a message may be
    public byte[] write(M message) {
        byte[] json = Json.bytes(out -> write(out, message));
        requireMessageSize(json.length);
        return json;
    }

    /// Writes messages as one frame, or as several where one would be too large; none for none.
    ///
    /// @throws ProtocolException if one of them is larger than a message may be
    public List<byte[]> writeFrames(List<M> messages) {
        var frames = new ArrayList<byte[]>(1);
        if (messages.size() == 1) {
            frames.add(write(messages.getFirst()));
            return frames;
        }
        var frame = new FrameBuffer();
        for (M message : messages) {
            if (frame.isFull()) {
                frames.add(frame.finish());
                frame = new FrameBuffer();
            }
            frame.add(out -> write(out, message));
        }
        if (!frame.isEmpty()) {
            frames.add(frame.finish());
        }
        return frames;
    }

    /// Messages of one type as a part of something else.
    <T extends M> JsonForm<T> form(Class<T> type) {
        return JsonForm.of(
                in -> type.cast(build(fields(in), type.getSimpleName())),
                (out, message) -> write(out, message));
    }

    private void write(JsonGenerator out, M message) {
        out.writeStartObject();
        family.type().write(out, message.getClass().getSimpleName());
        family.write(out, message);
        out.writeEndObject();
    }

    static void requireMessageSize(long bytes) {
        if (bytes > Limits.MOST_MESSAGE_BYTES) {
            throw new ProtocolException(
                    ErrorCode.TOO_LARGE,
                    "expected a message of at most %d bytes, got %d"
                            .formatted(Limits.MOST_MESSAGE_BYTES, bytes));
        }
    }

    private List<Decoded<M>> decodeAll(JsonParser in, boolean measured) {
        var decoded = new ArrayList<Decoded<M>>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            if (decoded.size() == Limits.MOST_FRAME_MESSAGES) {
                throw new ProtocolException(
                        ErrorCode.TOO_LARGE,
                        "expected at most %d messages in a frame, got more"
                                .formatted(Limits.MOST_FRAME_MESSAGES));
            }
            decoded.add(decode(in, measured));
        }
        return decoded;
    }

    /// @param measured whether the frame is large enough for a message to be too large
    private Decoded<M> decode(JsonParser in, boolean measured) {
        LeaseId leaseId = null;
        try {
            long start = measured ? in.currentTokenLocation().getByteOffset() : 0;
            Fields fields = fields(in);
            leaseId = fields.ifReadable(family.leaseId());
            if (measured) {
                requireMessageSize(in.currentLocation().getByteOffset() - start);
            }
            return new Decoded.Message<>(build(fields, null));
        } catch (ProtocolException e) {
            return new Decoded.Rejected<>(e, leaseId);
        }
    }

    private Fields fields(JsonParser in) {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            String came = Came.as(in);
            in.skipChildren();
            throw new ProtocolException(
                    ErrorCode.NOT_A_MESSAGE, "expected a message object, got " + came);
        }
        return Fields.read(in, family.shape());
    }

    private M build(Fields fields, @Nullable String expected) {
        if (expected == null) {
            return family.read(fields.required(family.type()), fields);
        }
        String type = fields.or(family.type(), expected);
        if (!type.equals(expected)) {
            throw new ProtocolException(
                            ErrorCode.UNKNOWN_TYPE,
                            "expected %s, got %s".formatted(expected, Came.quoted(type)))
                    .at("type");
        }
        return family.read(expected, fields);
    }
}
