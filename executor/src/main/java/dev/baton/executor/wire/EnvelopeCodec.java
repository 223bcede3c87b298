package dev.baton.executor.wire;

import dev.baton.protocol.Came;
import dev.baton.protocol.Field;
import dev.baton.protocol.Fields;
import dev.baton.protocol.JsonForm;
import dev.baton.protocol.ProtocolException;
import dev.baton.protocol.Shape;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectWriteContext;

import java.io.ByteArrayOutputStream;

/// Messages to and from the payload of a frame: a JSON object with the type and the message. Any thread may use it.
public final class EnvelopeCodec {
    static final String REQUEST = "request";
    private static final String RESPONSE = "response";
    static final String CANCEL = "cancel";

    private static final Shape SHAPE = new Shape();
    private static final Field<String> TYPE = SHAPE.field("type", WireForms.NAME);
    private static final Field<Fields> PAYLOAD = SHAPE.field("payload", PayloadFields.FORM);
    private static final JsonForm<Fields> ENVELOPE = WireForms.fields(SHAPE);

    private EnvelopeCodec() {}

    /// Reads the message in the payload of a frame.
    ///
    /// @throws WireException if there is none; it names the request if that can be known
    public static ExecutorMessage decode(byte[] payload) {
        Frames.requireLength(payload.length);
        WireJson.requireUtf8(payload);
        try {
            return message(envelope(payload));
        } catch (JacksonException e) {
            throw WireJson.translated(e).of(MessageIds.salvagedFrom(payload));
        }
    }

    /// Writes a message as a whole frame, with its header.
    ///
    /// @throws WireException if it is larger than a frame may be
    public static byte[] frame(ExecutorMessage message) {
        var frame = new FrameBuffer();
        try (JsonGenerator out =
                WireJson.FACTORY.createGenerator(ObjectWriteContext.empty(), frame)) {
            out.writeStartObject();
            switch (message) {
                case ExecutionRequest request -> {
                    begin(out, REQUEST);
                    PayloadFields.write(out, request);
                }
                case ExecutionOutcome outcome -> {
                    begin(out, RESPONSE);
                    PayloadFields.write(out, outcome);
                }
                case CancelRequest cancel -> {
                    begin(out, CANCEL);
                    PayloadFields.write(out, cancel);
                }
            }
            out.writeEndObject();
            out.writeEndObject();
        }
        return frame.finish();
    }

    private static void begin(JsonGenerator out, String type) {
        TYPE.write(out, type);
        out.writeName(PAYLOAD.name());
        out.writeStartObject();
    }

    private static Fields envelope(byte[] payload) {
        try (JsonParser in = WireJson.parser(payload)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw new WireException(
                        in.currentToken() == null ? WireCode.NOT_JSON : WireCode.NOT_AN_ENVELOPE,
                        "expected an object with type and payload, got " + Came.as(in));
            }
            Fields envelope = ENVELOPE.read(in);
            if (in.nextToken() != null) {
                throw new WireException(
                        WireCode.NOT_JSON,
                        "expected the end after one envelope, got " + Came.as(in));
            }
            return envelope;
        }
    }

    private static ExecutorMessage message(Fields envelope) {
        Fields known = envelope.ifReadable(PAYLOAD);
        MessageIds ids =
                known == null
                        ? MessageIds.NONE
                        : PayloadFields.ids(envelope.ifReadable(TYPE), known);
        try {
            String type = envelope.required(TYPE);
            return switch (type) {
                case REQUEST -> PayloadFields.request(envelope.required(PAYLOAD));
                case RESPONSE -> PayloadFields.outcome(envelope.required(PAYLOAD));
                case CANCEL -> PayloadFields.cancel(envelope.required(PAYLOAD));
                default ->
                        throw new WireException(
                                WireCode.UNKNOWN_TYPE,
                                "type: expected request, response or cancel, got "
                                        + Came.quoted(type));
            };
        } catch (ProtocolException e) {
            throw new WireException(code(e), String.valueOf(e.getMessage()), ids);
        } catch (WireException e) {
            throw e.of(ids);
        }
    }

    private static WireCode code(ProtocolException e) {
        return switch (e.code()) {
            case MALFORMED_JSON -> WireCode.NOT_JSON;
            case NOT_A_MESSAGE -> WireCode.NOT_AN_ENVELOPE;
            case UNKNOWN_TYPE -> WireCode.UNKNOWN_TYPE;
            case MISSING_FIELD -> WireCode.MISSING_FIELD;
            case INVALID_FIELD, INVALID_SUBMISSION -> WireCode.WRONG_TYPE;
            case DUPLICATE_FIELD -> WireCode.DUPLICATE_FIELD;
            case TOO_LARGE -> WireCode.TOO_LARGE;
        };
    }

    /// A frame while it is written: the payload behind the place of its header.
    private static final class FrameBuffer extends ByteArrayOutputStream {
        private static final int TYPICAL_BYTES = 512;

        FrameBuffer() {
            super(TYPICAL_BYTES);
            count = Frames.HEADER_BYTES;
        }

        byte[] finish() {
            Frames.requireLength(count - Frames.HEADER_BYTES);
            byte[] frame = toByteArray();
            Frames.putHeader(frame);
            return frame;
        }
    }
}
