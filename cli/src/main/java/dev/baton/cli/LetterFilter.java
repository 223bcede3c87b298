package dev.baton.cli;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.util.LinkedHashMap;
import java.util.Map;

/// The options that say which dead letters are meant.
final class LetterFilter {
    @Option(names = "--queue", paramLabel = "NAME", description = "only those of this queue")
    private @Nullable String queue;

    @Option(names = "--executor", paramLabel = "NAME", description = "only those of this executor")
    private @Nullable String executor;

    @Option(names = "--function", paramLabel = "NAME", description = "only calls of this function")
    private @Nullable String function;

    @Option(
            names = "--error-type",
            paramLabel = "TYPE",
            description = "only those that ended with this type of error, such as timeout")
    private @Nullable String errorType;

    /// What was said, by the names of the API.
    Map<String, String> query() {
        var query = new LinkedHashMap<String, String>();
        put(query, "queue", queue);
        put(query, "executor", executor);
        put(query, "function", function);
        put(query, "error_type", errorType);
        return query;
    }

    private static void put(Map<String, String> query, String key, @Nullable String value) {
        if (value != null) {
            query.put(key, value);
        }
    }
}
