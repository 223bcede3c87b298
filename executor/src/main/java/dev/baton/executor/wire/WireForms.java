package dev.baton.executor.wire;

import dev.baton.protocol.Came;
import dev.baton.protocol.Fields;
import dev.baton.protocol.Forms;
import dev.baton.protocol.JsonForm;
import dev.baton.protocol.JsonSource;
import dev.baton.protocol.ProtocolException;
import dev.baton.protocol.Rfc3339;
import dev.baton.protocol.Shape;
import dev.baton.protocol.Surrogates;
import dev.baton.protocol.TextForms;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The forms of values that envelopes are made of.
final class WireForms {
    /// Longer ids and names are not meant.
    static final int MOST_NAME_CHARACTERS = 1_000;

    static final JsonForm<String> NAME = TextForms.prose(MOST_NAME_CHARACTERS);

    /// What went wrong, in somebody's words. Whatever they are they must not stand in the way of being told.
    static final JsonForm<String> WORDS =
            JsonForm.of(
                    in -> encodable(TextForms.text(in)),
                    (out, words) -> out.writeString(encodable(words)));

    static final JsonForm<String> ARRAY = opaque("an array", Set.of(JsonToken.START_ARRAY));
    static final JsonForm<String> OBJECT = opaque("an object", Set.of(JsonToken.START_OBJECT));
    static final JsonForm<String> ANY = opaque("a value", Set.of(JsonToken.values()));

    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

    /// To the microsecond: more decimals are more than some languages can read. In years of four digits, whatever the offset.
    static final JsonForm<Instant> INSTANT =
            JsonForm.of(
                    WireForms::readInstant,
                    (out, at) -> out.writeString(Rfc3339.text(at.truncatedTo(ChronoUnit.MICROS))));

    static final JsonForm<Double> FINITE =
            JsonForm.of(WireForms::finite, JsonGenerator::writeNumber);

    /// The headers of a trace. What is no text cannot be a header, and a trace is not worth the call: it is left out.
    static final JsonForm<Map<String, String>> HEADERS =
            JsonForm.of(WireForms::readHeaders, WireForms::writeHeaders);

    private WireForms() {}

    /// An object whose fields are looked at later. It is not written this way.
    static JsonForm<Fields> fields(Shape shape) {
        return Forms.object(
                shape,
                fields -> fields,
                (_, _) -> {
                    throw new IllegalStateException("fields that came are not sent");
                });
    }

    /// JSON that is passed on as it stands.
    private static JsonForm<String> opaque(String expected, Set<JsonToken> first) {
        return JsonForm.of(
                in -> {
                    if (!first.contains(in.currentToken())) {
                        throw ProtocolException.expected(expected, Came.as(in));
                    }
                    return JsonSource.slice(in);
                },
                JsonGenerator::writeRawValue);
    }

    private static Instant readInstant(JsonParser in) {
        Instant at = Forms.INSTANT.read(in);
        if (at.isBefore(FIRST) || !at.isBefore(END)) {
            throw ProtocolException.expected("a time in the years 0000 to 9999", Came.as(in));
        }
        return at;
    }

    private static double finite(JsonParser in) {
        if (in.currentToken().isNumeric() && Double.isFinite(in.getDoubleValue())) {
            return in.getDoubleValue();
        }
        throw ProtocolException.expected("a finite number", Came.as(in));
    }

    private static Map<String, String> readHeaders(JsonParser in) {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            throw ProtocolException.expected("an object", Came.as(in));
        }
        var headers = new LinkedHashMap<String, String>();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            if (in.nextToken() == JsonToken.VALUE_STRING) {
                headers.put(encodable(name), encodable(in.getString()));
            } else {
                in.skipChildren();
            }
        }
        return headers;
    }

    private static void writeHeaders(JsonGenerator out, Map<String, String> headers) {
        out.writeStartObject();
        headers.forEach(
                (name, value) -> {
                    out.writeName(encodable(name));
                    out.writeString(encodable(value));
                });
        out.writeEndObject();
    }

    /// The text with a question mark for what UTF-8 cannot write, and for NUL, which some stores cannot keep.
    private static String encodable(String text) {
        return text.indexOf(0) < 0 && Surrogates.arePaired(text)
                ? text
                : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                        .replace('\0', '?');
    }
}
