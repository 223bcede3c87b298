package dev.baton.protocol;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

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

    public Optional<JsonNode> result() {
        return Optional.ofNullable(fields.get("result"));
    }

    public Optional<JsonNode> error() {
        return Optional.ofNullable(fields.get("error"));
    }

    /// What kind of error was reported, as far as it says.
    public Optional<String> errorType() {
        return error().map(error -> error.get("type"))
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .filter(type -> !type.isBlank())
                .map(type -> type.substring(0, Math.min(type.length(), MOST_TYPE_CHARACTERS)));
    }

    /// The same without the result, to be kept instead.
    public String withoutResult() {
        var rest = fields.deepCopy();
        rest.remove("result");
        return rest.toString();
    }
}
