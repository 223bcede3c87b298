package dev.baton.protocol;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/// JSON that is passed on and not looked into: kept as compact text, numbers as they were written.
///
/// It is checked all the same, so that whoever reads it next sees what we saw: no key twice, no number that is
/// infinite to most readers, no half of a surrogate pair.
final class OpaqueJson {
    private OpaqueJson() {}

    /// @param maxBytes in UTF-8
    static JsonForm<String> ofBytes(int maxBytes) {
        return JsonForm.of(
                in -> {
                    String text = Json.text(out -> copy(in, out));
                    if (Utf8Length.exceeds(text, maxBytes)) {
                        throw new ProtocolException(
                                ErrorCode.TOO_LARGE,
                                "expected at most %d bytes of JSON, got %d"
                                        .formatted(maxBytes, Utf8Length.of(text)));
                    }
                    return text;
                },
                JsonGenerator::writeRawValue);
    }

    static JsonForm<String> object(int mostCharacters) {
        return JsonForm.of(
                in -> {
                    if (in.currentToken() != JsonToken.START_OBJECT) {
                        throw ProtocolException.expected("an object", Came.as(in));
                    }
                    return read(in, mostCharacters);
                },
                JsonGenerator::writeRawValue);
    }

    private static String read(JsonParser in, int mostCharacters) {
        String text = Json.text(out -> copy(in, out));
        if (text.length() > mostCharacters) {
            throw new ProtocolException(
                    ErrorCode.TOO_LARGE,
                    "expected at most %d characters of JSON, got %d"
                            .formatted(mostCharacters, text.length()));
        }
        return text;
    }

    private static void copy(JsonParser in, JsonGenerator out) {
        Deque<Set<String>> keys = new ArrayDeque<>();
        int depth = 0;
        while (true) {
            switch (in.currentToken()) {
                case START_OBJECT -> {
                    out.writeStartObject();
                    keys.push(new HashSet<>());
                    depth++;
                }
                case END_OBJECT -> {
                    out.writeEndObject();
                    keys.pop();
                    depth--;
                }
                case START_ARRAY -> {
                    out.writeStartArray();
                    depth++;
                }
                case END_ARRAY -> {
                    out.writeEndArray();
                    depth--;
                }
                case PROPERTY_NAME -> out.writeName(newKey(in, keys.element()));
                case VALUE_STRING -> out.writeString(wellFormed(in));
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> out.writeNumber(finite(in));
                case VALUE_TRUE -> out.writeBoolean(true);
                case VALUE_FALSE -> out.writeBoolean(false);
                case VALUE_NULL -> out.writeNull();
                case VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                        throw new IllegalStateException("no such token in JSON");
            }
            if (depth == 0) {
                return;
            }
            in.nextToken();
        }
    }

    private static String newKey(JsonParser in, Set<String> keys) {
        String key = wellFormed(in);
        if (!keys.add(key)) {
            throw new ProtocolException(
                    ErrorCode.DUPLICATE_FIELD,
                    "expected each key once, got %s twice".formatted(Came.quoted(key)));
        }
        return key;
    }

    private static String wellFormed(JsonParser in) {
        String text = in.getString();
        if (!Surrogates.arePaired(text)) {
            throw ProtocolException.expected("Unicode text", Came.as(in));
        }
        return text;
    }

    private static String finite(JsonParser in) {
        if (!Double.isFinite(in.getDoubleValue())) {
            throw ProtocolException.expected("a number within the range of doubles", Came.as(in));
        }
        return in.getString();
    }
}
