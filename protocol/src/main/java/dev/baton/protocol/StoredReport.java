package dev.baton.protocol;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// What was kept of a runner's last message, read again.
public record StoredReport(ObjectNode fields) {
    private static final int MOST_TYPE_CHARACTERS = 256;

    /// Numbers stay as they were written.
    private static final JsonMapper MAPPER =
            JsonMapper.builder(Json.FACTORY)
                    .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
                    .enable(JsonNodeFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    /// Reads it.
    ///
    /// @param document what [dev.baton.core.Report#document] was
    public static StoredReport read(String document) {
        return new StoredReport((ObjectNode) MAPPER.readTree(document));
    }

    /// The result and the error of a function, each as the text that was kept.
    public record Outcome(@Nullable String result, @Nullable String error) {
        public static final Outcome NONE = new Outcome(null, null);

        /// Reads them, and nothing else.
        ///
        /// @param document what [dev.baton.core.Report#document] was
        public static Outcome read(String document) {
            byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
            String result = null;
            String error = null;
            try (JsonParser in = JsonSource.parser(Json.FACTORY, bytes)) {
                in.nextToken();
                for (String key = in.nextName(); key != null; key = in.nextName()) {
                    in.nextToken();
                    switch (key) {
                        case "result" -> result = JsonSource.slice(in);
                        case "error" -> error = JsonSource.slice(in);
                        default -> in.skipChildren();
                    }
                }
            }
            return new Outcome(result, error);
        }
    }

    /// What kind of error was reported, as far as it says, as it can be kept. A function may report any text.
    public Optional<String> errorType() {
        return Optional.ofNullable(fields.get("error"))
                .map(error -> error.get("type"))
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .filter(type -> !type.isBlank())
                .map(type -> type.substring(0, Math.min(type.length(), MOST_TYPE_CHARACTERS)))
                .map(StorableText::of);
    }

    /// The same without the result, to be kept instead.
    public String withoutResult() {
        var rest = fields.deepCopy();
        rest.remove("result");
        return rest.toString();
    }
}
