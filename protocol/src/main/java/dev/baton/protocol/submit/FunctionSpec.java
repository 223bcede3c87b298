package dev.baton.protocol.submit;

import dev.baton.protocol.Json;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.LinkedHashMap;
import java.util.Optional;

/// What a `job_spec` says of a function to those who only watch.
///
/// @param address which function it is
/// @param trace what it belongs to
public record FunctionSpec(FunctionAddress address, TraceContext trace) {
    private static final String KEY = "function";
    private static final JsonMapper MAPPER = JsonMapper.builder(Json.FACTORY).build();

    /// Reads it; nothing if the job calls no function.
    public static Optional<FunctionSpec> of(String specJson) {
        if (!specJson.contains('"' + KEY + '"')) {
            return Optional.empty();
        }
        JsonNode function;
        try {
            function = MAPPER.readTree(specJson).path(KEY);
        } catch (JacksonException _) {
            return Optional.empty();
        }
        if (!function.isObject()) {
            return Optional.empty();
        }
        var entries = new LinkedHashMap<String, String>();
        function.path("trace_context")
                .properties()
                .forEach(entry -> entries.put(entry.getKey(), entry.getValue().asString("")));
        return Optional.of(
                new FunctionSpec(
                        new FunctionAddress(
                                function.path("queue").asString(FunctionRoutes.DEFAULT_QUEUE),
                                function.path("executor").asString(""),
                                function.path("name").asString("")),
                        new TraceContext(entries)));
    }
}
