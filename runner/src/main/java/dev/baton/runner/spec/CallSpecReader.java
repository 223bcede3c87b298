package dev.baton.runner.spec;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads the job_spec of a function call. Fields that it does not know are ignored.
public final class CallSpecReader {
    private static final String DEFAULT_QUEUE = "default";

    private CallSpecReader() {}

    public static CallSpec read(String json) throws BadSpecException {
        JsonNode function = SpecTree.of(json).path("function");
        if (!function.isObject()) {
            throw new BadSpecException("function: expected an object, got something else");
        }
        String name = text(function, "name", "");
        if (name.isEmpty()) {
            throw new BadSpecException("function.name: expected a handler, got none");
        }
        return new CallSpec(
                name,
                json(function, "args", "[]"),
                json(function, "kwargs", "{}"),
                text(function, "queue", DEFAULT_QUEUE),
                trace(function.path("trace_context")),
                deadline(text(function, "deadline", "")));
    }

    private static String text(JsonNode function, String key, String otherwise)
            throws BadSpecException {
        JsonNode value = function.path(key);
        if (value.isMissingNode()) {
            return otherwise;
        }
        if (!value.isString()) {
            throw new BadSpecException(
                    "function.%s: expected a text, got something else".formatted(key));
        }
        return value.stringValue();
    }

    /// What is the handler's business, as it came.
    ///
    /// @param empty what it is if it is not there, which also says what it has to be
    private static String json(JsonNode function, String key, String empty)
            throws BadSpecException {
        JsonNode value = function.path(key);
        if (value.isMissingNode()) {
            return empty;
        }
        if (empty.startsWith("[") ? !value.isArray() : !value.isObject()) {
            throw new BadSpecException(
                    "function.%s: expected something like %s, got something else"
                            .formatted(key, empty));
        }
        return value.toString();
    }

    private static Map<String, String> trace(JsonNode entries) {
        var trace = new LinkedHashMap<String, String>();
        for (var entry : entries.properties()) {
            if (entry.getValue().isString()) {
                trace.put(entry.getKey(), entry.getValue().stringValue());
            }
        }
        return trace;
    }

    private static @Nullable Instant deadline(String text) throws BadSpecException {
        try {
            return text.isEmpty() ? null : Instant.parse(text);
        } catch (DateTimeParseException _) {
            throw new BadSpecException("function.deadline: expected a time, got something else");
        }
    }
}
