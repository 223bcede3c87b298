package dev.baton.protocol;

import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

import java.nio.charset.StandardCharsets;

/// What is parsed, at hand for those who take pieces of it as they are.
public final class JsonSource extends ObjectReadContext.Base {
    private final byte[] bytes;

    private JsonSource(byte[] bytes) {
        this.bytes = bytes;
    }

    /// A parser whose values can be taken as they stand.
    public static JsonParser parser(JsonFactory factory, byte[] json) {
        return factory.createParser(new JsonSource(json), json);
    }

    /// The text of the value that a [parser][#parser] is on, as it stands in the bytes. Leaves the parser at its end.
    public static String slice(JsonParser in) {
        byte[] parsed = ((JsonSource) in.objectReadContext()).bytes;
        int from = (int) in.currentTokenLocation().getByteOffset();
        in.finishToken();
        in.skipChildren();
        int to = (int) in.currentLocation().getByteOffset();
        return new String(parsed, from, to - from, StandardCharsets.UTF_8);
    }
}
