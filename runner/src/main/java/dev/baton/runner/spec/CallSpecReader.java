package dev.baton.runner.spec;

import dev.baton.protocol.Json;
import dev.baton.protocol.JsonSource;
import dev.baton.protocol.ProtocolException;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads the job_spec of a function call. Fields that it does not know are ignored.
///
/// Token by token: with a short function, a tree would take longer than its call.
public final class CallSpecReader {
    private static final String DEFAULT_QUEUE = "default";
    private static final JsonFactory FACTORY =
            Json.FACTORY.rebuild().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    private String name = "";
    private String args = "[]";
    private String kwargs = "{}";
    private String queue = DEFAULT_QUEUE;
    private Map<String, String> trace = Map.of();
    private @Nullable Instant deadline;
    private List<String> secrets = List.of();
    private boolean isFunction;

    private CallSpecReader() {}

    public static CallSpec read(String json) throws BadSpecException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        var reader = new CallSpecReader();
        try {
            Json.requireReadable(bytes, SpecTree.MOST_BYTES);
            try (JsonParser in = JsonSource.parser(FACTORY, bytes)) {
                reader.readSpec(in);
            }
        } catch (JacksonException | ProtocolException _) {
            throw SpecTree.malformed();
        }
        return reader.spec();
    }

    private CallSpec spec() throws BadSpecException {
        if (!isFunction) {
            throw new BadSpecException("function: expected an object, got something else");
        }
        if (name.isEmpty()) {
            throw new BadSpecException("function.name: expected a handler, got none");
        }
        return new CallSpec(name, args, kwargs, queue, trace, deadline, secrets);
    }

    private void readSpec(JsonParser in) throws BadSpecException {
        if (in.nextToken() != JsonToken.START_OBJECT) {
            throw SpecTree.noObject();
        }
        for (String key = in.nextName(); key != null; key = in.nextName()) {
            if (in.nextToken() == JsonToken.START_OBJECT && key.equals("function")) {
                isFunction = true;
                readFunction(in);
            } else if (key.equals("secret_env")) {
                secrets = List.copyOf(texts(in).values());
            } else {
                in.skipChildren();
            }
        }
        if (in.nextToken() != null) {
            throw SpecTree.malformed();
        }
    }

    private void readFunction(JsonParser in) throws BadSpecException {
        for (String key = in.nextName(); key != null; key = in.nextName()) {
            in.nextToken();
            switch (key) {
                case "name" -> name = text(in, key);
                case "args" -> args = json(in, key, JsonToken.START_ARRAY, args);
                case "kwargs" -> kwargs = json(in, key, JsonToken.START_OBJECT, kwargs);
                case "queue" -> queue = text(in, key);
                case "trace_context" -> trace = texts(in);
                case "deadline" -> deadline = deadline(text(in, key));
                default -> in.skipChildren();
            }
        }
    }

    private static String text(JsonParser in, String key) throws BadSpecException {
        if (in.currentToken() != JsonToken.VALUE_STRING) {
            throw new BadSpecException(
                    "function.%s: expected a text, got something else".formatted(key));
        }
        return in.getString();
    }

    /// What is the handler's business, as it came.
    private static String json(JsonParser in, String key, JsonToken first, String like)
            throws BadSpecException {
        if (in.currentToken() != first) {
            throw new BadSpecException(
                    "function.%s: expected something like %s, got something else"
                            .formatted(key, like));
        }
        return JsonSource.slice(in);
    }

    /// The texts of an object: what is no text can be neither a header nor a variable.
    private static Map<String, String> texts(JsonParser in) {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            in.skipChildren();
            return Map.of();
        }
        var texts = new LinkedHashMap<String, String>();
        for (String key = in.nextName(); key != null; key = in.nextName()) {
            if (in.nextToken() == JsonToken.VALUE_STRING) {
                texts.put(key, in.getString());
            } else {
                in.skipChildren();
            }
        }
        return texts;
    }

    private static @Nullable Instant deadline(String text) throws BadSpecException {
        try {
            return text.isEmpty() ? null : Instant.parse(text);
        } catch (DateTimeParseException _) {
            throw new BadSpecException("function.deadline: expected a time, got something else");
        }
    }
}
