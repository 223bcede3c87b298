package dev.baton.cli.run;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/// A call of a function that is about to be submitted.
///
/// @param function `executor#handler`, or a handler alone
public record FunctionDraft(String function, List<JsonNode> arguments) {
    /// Numbers stay as exact as they were typed.
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(JsonNodeFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    public FunctionDraft {
        arguments = List.copyOf(arguments);
    }

    /// What was typed: an argument that is JSON is what it says, any other is a text.
    public static FunctionDraft of(String function, List<String> typed) {
        return new FunctionDraft(function, typed.stream().map(FunctionDraft::argument).toList());
    }

    /// What was typed for one argument.
    static JsonNode argument(String typed) {
        try {
            JsonNode value = JSON.readTree(typed);
            return value.isMissingNode() ? JsonNodeFactory.instance.stringNode(typed) : value;
        } catch (JacksonException _) {
            return JsonNodeFactory.instance.stringNode(typed);
        }
    }

    /// A run of this one job, as `POST /v1/runs` wants it.
    public ObjectNode json() {
        var run = JsonNodeFactory.instance.objectNode();
        var job = run.putArray("jobs").addObject();
        job.put("name", function.substring(function.indexOf('#') + 1));
        var call = job.putObject("function").put("name", function);
        arguments.forEach(call.putArray("args")::add);
        return run;
    }
}
