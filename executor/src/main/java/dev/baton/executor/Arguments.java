package dev.baton.executor;

import dev.baton.executor.wire.ExecutionRequest;
import dev.baton.executor.wire.WireJson;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Optional;

/// What a function is called with: by position, by name, as JSON or as Java values. For one thread.
///
/// What does not fit ends the call with a [FatalException] of the code [#BAD_ARGUMENTS], unless the handler catches it.
public final class Arguments {
    /// The code of the error where arguments are missing or of another type.
    public static final String BAD_ARGUMENTS = "bad_arguments";

    /// Numbers stay what they are: a decimal is not made a double before somebody asks for one.
    static final JsonMapper JSON =
            JsonMapper.builder(WireJson.FACTORY)
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build();

    private final ExecutionRequest request;
    private @Nullable ArrayNode positional;
    private @Nullable ObjectNode named;

    Arguments(ExecutionRequest request) {
        this.request = request;
    }

    /// The positional arguments: the text of a JSON array, as it came.
    public String positionalJson() {
        return request.args();
    }

    /// The keyword arguments: the text of a JSON object, as it came.
    public String namedJson() {
        return request.kwargs();
    }

    /// The argument at a position, counted from 0, as JSON.
    public String json(int position) {
        return get(position, JsonNode.class).toString();
    }

    /// How many positional arguments there are.
    public int size() {
        return positional().size();
    }

    /// The argument at a position, counted from 0, as a Java value or a `JsonNode`.
    public <T> T get(int position, Class<T> type) {
        return find(position, type)
                .orElseThrow(
                        () ->
                                bad(
                                        "expected an argument at position %d, got %d arguments"
                                                .formatted(position, size())));
    }

    /// The argument of a name, as a Java value or a `JsonNode`.
    public <T> T get(String name, Class<T> type) {
        return find(name, type)
                .orElseThrow(() -> bad("expected an argument named %s, got none".formatted(name)));
    }

    /// The argument at a position, if there is one and it is not null.
    public <T> Optional<T> find(int position, Class<T> type) {
        return value(positional().get(position), type, "argument " + position);
    }

    /// The argument of a name, if there is one and it is not null.
    public <T> Optional<T> find(String name, Class<T> type) {
        return value(named().get(name), type, "argument " + name);
    }

    /// All keyword arguments together, as the components of a record.
    public <T> T as(Class<T> type) {
        return value(named(), type, "arguments").orElseThrow();
    }

    private static <T> Optional<T> value(@Nullable JsonNode node, Class<T> type, String what) {
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.treeToValue(node, type));
        } catch (JacksonException e) {
            throw bad(
                    "%s: expected %s, got something else: %s"
                            .formatted(what, type.getSimpleName(), e.getOriginalMessage()));
        }
    }

    private ArrayNode positional() {
        if (positional == null) {
            positional = (ArrayNode) JSON.readTree(request.args());
        }
        return positional;
    }

    private ObjectNode named() {
        if (named == null) {
            named = (ObjectNode) JSON.readTree(request.kwargs());
        }
        return named;
    }

    private static FatalException bad(String message) {
        return new FatalException(message, BAD_ARGUMENTS);
    }
}
