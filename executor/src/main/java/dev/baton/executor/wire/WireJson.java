package dev.baton.executor.wire;

import dev.baton.protocol.JsonSource;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/// How JSON is read on this wire: strictly, within bounds that leave room for whatever a function may be called with.
public final class WireJson {
    /// How deep an envelope may be, with the arguments or the result in it.
    public static final int MOST_DEPTH = 128;

    /// How long a number may be. It is passed on and not computed with.
    public static final int MOST_NUMBER_CHARACTERS = 10_000;

    /// How long the name of a field may be.
    public static final int MOST_NAME_CHARACTERS = 50_000;

    private static final int CHECKED_AT_ONCE = 4 << 10;

    /// The one configuration of Jackson. Its buffers are shared by all threads: most of them live for one message only.
    public static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
                    .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(MOST_DEPTH)
                                    .maxNumberLength(MOST_NUMBER_CHARACTERS)
                                    .maxNameLength(MOST_NAME_CHARACTERS)
                                    .maxStringLength(Frames.MOST_BYTES)
                                    .build())
                    .build();

    private WireJson() {}

    static JsonParser parser(byte[] json) {
        return JsonSource.parser(FACTORY, json);
    }

    /// Refuses what is not one JSON value, within the bounds of this wire.
    ///
    /// @throws IllegalArgumentException if it is not
    public static void requireOneValue(String json) {
        try (JsonParser in = parser(json.getBytes(StandardCharsets.UTF_8))) {
            if (in.nextToken() != null && in.skipChildren() != null && in.nextToken() == null) {
                return;
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException(translated(e).getMessage(), e);
        }
        throw new IllegalArgumentException("expected one JSON value, got none or several");
    }

    /// Jackson lets some of what is not UTF-8 pass.
    static void requireUtf8(byte[] bytes) {
        if (!isAscii(bytes) && !isUtf8(bytes)) {
            throw new WireException(WireCode.NOT_UTF8, "expected UTF-8, got bytes that are not");
        }
    }

    static WireException translated(JacksonException e) {
        var at = e.getLocation();
        String where = at == null ? "" : " at byte " + at.getByteOffset();
        return e instanceof StreamConstraintsException
                ? new WireException(
                        WireCode.TOO_LARGE,
                        "expected at most %d levels, numbers of %d characters and names of %d, got more%s"
                                .formatted(
                                        MOST_DEPTH,
                                        MOST_NUMBER_CHARACTERS,
                                        MOST_NAME_CHARACTERS,
                                        where))
                : new WireException(WireCode.NOT_JSON, "expected JSON, got something else" + where);
    }

    private static boolean isAscii(byte[] bytes) {
        int all = 0;
        for (byte b : bytes) {
            all |= b;
        }
        return all >= 0;
    }

    private static boolean isUtf8(byte[] bytes) {
        var decoder = StandardCharsets.UTF_8.newDecoder();
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(CHECKED_AT_ONCE);
        CoderResult result;
        do {
            result = decoder.decode(in, out.clear(), true);
        } while (result.isOverflow());
        return !result.isError();
    }
}
