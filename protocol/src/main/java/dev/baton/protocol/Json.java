package dev.baton.protocol;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;

/// How JSON is read and written here: strictly, within bounds, UTF-8 and nothing else.
public final class Json {
    private static final int TYPICAL_BYTES = 512;

    /// The one configuration of Jackson. What it refuses it refuses for every wire.
    public static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(Limits.MOST_JSON_DEPTH)
                                    .maxNumberLength(Limits.MOST_JSON_NUMBER_CHARACTERS)
                                    .maxNameLength(Limits.MOST_JSON_KEY_CHARACTERS)
                                    .maxStringLength(Limits.MOST_MESSAGE_BYTES)
                                    .build())
                    .build();

    private Json() {}

    /// Reads one JSON value and nothing after it.
    ///
    /// @param reader gets the parser on the first token, and leaves it on the last
    public static <T> T read(byte[] json, int mostBytes, Function<JsonParser, T> reader) {
        requireReadable(json, mostBytes);
        try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            if (in.nextToken() == null) {
                throw new ProtocolException(ErrorCode.MALFORMED_JSON, "expected JSON, got nothing");
            }
            T value = reader.apply(in);
            if (in.nextToken() != null) {
                throw new ProtocolException(
                        ErrorCode.MALFORMED_JSON,
                        "expected the end after one JSON value, got %s".formatted(Came.as(in)));
            }
            return value;
        } catch (JacksonException e) {
            throw translated(e);
        }
    }

    public static byte[] bytes(Consumer<JsonGenerator> writer) {
        var bytes = new ByteArrayOutputStream(TYPICAL_BYTES);
        try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            writer.accept(out);
        }
        return bytes.toByteArray();
    }

    static String text(Consumer<JsonGenerator> writer) {
        var text = new StringWriter(TYPICAL_BYTES);
        try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            writer.accept(out);
        }
        return text.toString();
    }

    /// Refuses what is too long, and what is not UTF-8: Jackson lets some of it pass.
    public static void requireReadable(byte[] json, int mostBytes) {
        if (json.length > mostBytes) {
            throw new ProtocolException(
                    ErrorCode.TOO_LARGE,
                    "expected at most %d bytes, got %d".formatted(mostBytes, json.length));
        }
        if (!isAscii(json) && !isUtf8(json)) {
            throw new ProtocolException(
                    ErrorCode.MALFORMED_JSON, "expected UTF-8, got bytes that are not");
        }
    }

    /// What the parser said, without what it quotes: that may be a secret.
    public static ProtocolException translated(JacksonException e) {
        var location = e.getLocation();
        String where =
                location == null
                        ? ""
                        : " at line %d, column %d"
                                .formatted(location.getLineNr(), location.getColumnNr());
        return switch (e) {
            case StreamConstraintsException _ ->
                    new ProtocolException(
                            ErrorCode.TOO_LARGE,
                            "expected at most %d levels, keys of %d characters, numbers of %d and strings of %d, got more%s"
                                    .formatted(
                                            Limits.MOST_JSON_DEPTH,
                                            Limits.MOST_JSON_KEY_CHARACTERS,
                                            Limits.MOST_JSON_NUMBER_CHARACTERS,
                                            Limits.MOST_MESSAGE_BYTES,
                                            where));
            case UnexpectedEndOfInputException _ ->
                    new ProtocolException(
                            ErrorCode.MALFORMED_JSON,
                            "expected more JSON, got the end of it" + where);
            default ->
                    new ProtocolException(
                            ErrorCode.MALFORMED_JSON, "expected JSON, got something else" + where);
        };
    }

    private static boolean isAscii(byte[] bytes) {
        int all = 0;
        for (byte b : bytes) {
            all |= b;
        }
        return all >= 0;
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }
}
