package dev.baton.protocol.submit;

import dev.baton.core.Shown;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Reads the function that a job calls, and finds the executor to call it at.
final class FunctionReader {
    private static final int MOST_TRACE_ENTRIES = 16;
    private static final int MOST_CHARACTERS = 256;
    private static final char SEPARATOR = '#';
    private static final TextRule NAME =
            new TextRule("handler or executor#handler", FunctionReader::isFunction, true);
    private static final TextRule QUEUE = TextRule.name(128);
    private static final TextRule TRACE_KEY = TextRule.word(MOST_CHARACTERS);
    private static final TextRule TRACE_VALUE = TextRule.name(TraceContext.MOST_CHARACTERS);

    private final FunctionRoutes routes;
    private final TraceContext trace;

    /// @param trace what a function belongs to that says nothing of it
    FunctionReader(FunctionRoutes routes, TraceContext trace) {
        this.routes = routes;
        this.trace = trace;
    }

    /// A function to call.
    ///
    /// @param address its executor is empty if that is among the problems
    /// @param spec what its runner is told
    record Call(FunctionAddress address, ObjectNode spec) {
        String executor() {
            return address.executor();
        }
    }

    Call read(ObjectCursor in) {
        String name = in.requiredText("name", NAME);
        String given = in.text("queue", QUEUE);
        String queue = given == null ? FunctionRoutes.DEFAULT_QUEUE : given;
        String executor = executor(in, name, queue);
        var spec = JsonNodeFactory.instance.objectNode();
        spec.put("executor", executor);
        String handler = name.substring(name.indexOf(SEPARATOR) + 1);
        spec.put("name", handler);
        putOpaque(in, spec, "args", JsonNode::isArray, "an array");
        putOpaque(in, spec, "kwargs", JsonNode::isObject, "an object");
        spec.put("queue", queue);
        var said = in.map("trace_context", MOST_TRACE_ENTRIES, TRACE_KEY, TRACE_VALUE);
        Map<String, String> entries = said.isEmpty() ? trace.entries() : said;
        if (!entries.isEmpty()) {
            new TreeMap<>(entries).forEach(spec.putObject("trace_context")::put);
        }
        return new Call(new FunctionAddress(queue, executor, handler), spec);
    }

    private String executor(ObjectCursor in, String name, String queue) {
        int separator = name.indexOf(SEPARATOR);
        if (separator > 0) {
            return name.substring(0, separator);
        }
        var routed = routes.executorOf(queue);
        if (routed.isEmpty() && !name.isEmpty()) {
            in.problem(
                    "name",
                    "expected executor#%s, as there is no default executor and no route for the queue '%s', got '%s'"
                            .formatted(name, queue, name));
        }
        return routed.orElse("");
    }

    private static void putOpaque(
            ObjectCursor in,
            ObjectNode target,
            String key,
            Predicate<JsonNode> kind,
            String expected) {
        JsonNode value = in.value(key);
        if (value == null) {
            return;
        }
        if (!kind.test(value)) {
            in.problem(key, "expected %s, got %s".formatted(expected, Values.shown(value)));
        } else if (!Values.arePortable(value)) {
            in.problem(key, "expected finite numbers and Unicode text, got something else");
        } else {
            target.set(key, value);
        }
    }

    private static boolean isFunction(String text) {
        int separator = text.indexOf(SEPARATOR);
        String handler = text.substring(separator + 1);
        return text.length() <= MOST_CHARACTERS
                && (separator < 0 || FunctionRoutes.isExecutor(text.substring(0, separator)))
                && !handler.isEmpty()
                && handler.indexOf(SEPARATOR) < 0
                && handler.codePoints()
                        .allMatch(c -> Shown.isPlain(c) && !Character.isWhitespace(c));
    }
}
