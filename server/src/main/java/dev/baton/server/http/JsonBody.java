package dev.baton.server.http;

import dev.baton.core.Shown;
import dev.baton.protocol.StorableText;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;

/// The JSON object that a small request carries. What the protocol defines is read by the protocol's own codec.
public record JsonBody(JsonNode object) {
    private static final JsonMapper MAPPER =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    public static JsonBody read(Call call, int mostBytes) throws IOException {
        return parse(call.jsonBody(mostBytes));
    }

    /// Like [#read], but nothing at all is an empty object.
    public static JsonBody readOptional(Call call, int mostBytes) throws IOException {
        return call.bodyLength() == 0 || call.header("Content-Type").isEmpty()
                ? parse(new byte[] {'{', '}'})
                : read(call, mostBytes);
    }

    /// JSON that we stored ourselves.
    public static JsonNode stored(String json) {
        return MAPPER.readTree(json);
    }

    private static JsonBody parse(byte[] bytes) {
        try {
            JsonNode node = MAPPER.readTree(bytes);
            if (!node.isObject()) {
                throw Problem.of(400, "NOT_A_MESSAGE", "expected a JSON object").asException();
            }
            return new JsonBody(node);
        } catch (JacksonException _) {
            throw Problem.of(400, "MALFORMED_JSON", "expected one JSON object").asException();
        }
    }

    public String text(String field) {
        String value = textOrNull(field);
        if (value == null) {
            throw Problem.of(400, "MISSING_FIELD", field + ": expected a string")
                    .with("field", field)
                    .asException();
        }
        return value;
    }

    public @Nullable String textOrNull(String field) {
        JsonNode value = object.get(field);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isString()) {
            throw wrong(field, "a string");
        }
        String text = value.stringValue();
        if (!StorableText.is(text)) {
            throw wrong(field, "text without NUL and without half of a surrogate pair");
        }
        return text;
    }

    public boolean flag(String field) {
        JsonNode value = object.get(field);
        if (value == null || value.isNull()) {
            return false;
        }
        if (!value.isBoolean()) {
            throw wrong(field, "true or false");
        }
        return value.booleanValue();
    }

    /// A list of texts; nothing is an empty one.
    public List<String> texts(String field, int most) {
        JsonNode value = object.get(field);
        if (value == null || value.isNull()) {
            return List.of();
        }
        if (!value.isArray()
                || value.size() > most
                || !value.values().stream()
                        .allMatch(text -> text.isString() && StorableText.is(text.stringValue()))) {
            throw wrong(field, "an array of at most %d strings without NUL".formatted(most));
        }
        return value.values().stream().map(JsonNode::stringValue).toList();
    }

    public @Nullable JsonBody objectOrNull(String field) {
        JsonNode value = object.get(field);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isObject()) {
            throw wrong(field, "an object");
        }
        return new JsonBody(value);
    }

    /// A whole number.
    public int number(String field, int least, int most, int otherwise) {
        JsonNode value = object.get(field);
        if (value == null || value.isNull()) {
            return otherwise;
        }
        if (!value.canConvertToInt()
                || !value.isIntegralNumber()
                || value.intValue() < least
                || value.intValue() > most) {
            throw wrong(field, "a number of %d to %d".formatted(least, most));
        }
        return value.intValue();
    }

    /// Refuses what nobody would look at: somebody means something by it.
    public void allowOnly(String... fields) {
        for (String name : object.propertyNames()) {
            if (!List.of(fields).contains(name)) {
                throw Problem.of(
                                400,
                                "INVALID_FIELD",
                                "%s: expected one of %s"
                                        .formatted(Shown.of(name), String.join(", ", fields)))
                        .with("field", Shown.of(name))
                        .asException();
            }
        }
    }

    /// A duration in seconds.
    public @Nullable Duration secondsOrNull(String field, Duration most) {
        JsonNode value = object.get(field);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isNumber()
                || !(value.doubleValue() >= 0
                        && value.doubleValue() <= (double) most.toSeconds())) {
            throw wrong(field, "seconds, 0 to %d".formatted(most.toSeconds()));
        }
        return Duration.ofMillis(Math.round(value.doubleValue() * 1000));
    }

    public @Nullable Instant timeOrNull(String field) {
        String text = textOrNull(field);
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            throw wrong(field, "a time such as 2026-01-04T08:00:00Z");
        }
    }

    private static ProblemException wrong(String field, String expected) {
        return Problem.of(400, "INVALID_FIELD", "%s: expected %s".formatted(field, expected))
                .with("field", field)
                .asException();
    }
}
