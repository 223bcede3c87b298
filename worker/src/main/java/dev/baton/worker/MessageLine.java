package dev.baton.worker;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// One message as one line: `~`, a JSON object with a `type`, a newline. Each line is read on its own.
final class MessageLine {
    private static final int MOST_DEPTH = 100;

    private static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(MOST_DEPTH)
                                                    .maxStringLength(LineFramer.MOST_LINE_BYTES)
                                                    .build())
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private MessageLine() {}

    /// The object in a line `~{…}`.
    ///
    /// @return nothing if it is not JSON, or has no `type` that is a text: then it is ordinary output
    static Optional<ObjectNode> read(byte[] line, int from, int to) {
        String json = new String(line, from + 1, to - from - 1, StandardCharsets.UTF_8);
        try {
            return JSON.readTree(json) instanceof ObjectNode object
                            && object.path("type").isString()
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }

    static String type(ObjectNode message) {
        return message.get("type").stringValue();
    }

    /// A new message.
    static ObjectNode of(String type) {
        return JSON.createObjectNode().put("type", type);
    }

    /// A new message that says what its sender can do.
    static ObjectNode of(String type, List<String> capabilities) {
        ObjectNode message = of(type);
        capabilities.forEach(message.putArray("capabilities")::add);
        return message;
    }

    /// The whole line, with its newline. JSON has none inside.
    static byte[] write(ObjectNode message) {
        return ("~" + JSON.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
