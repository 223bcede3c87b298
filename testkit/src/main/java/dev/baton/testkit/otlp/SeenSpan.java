package dev.baton.testkit.otlp;

import java.util.List;
import java.util.Map;

/// A span as a collector sees it.
///
/// @param service the process that made it
/// @param traceId in hexadecimal digits, like the other ids
/// @param parentId empty for the first span of a trace
/// @param attributes texts, and numbers as text
/// @param isError whether it says that it failed
public record SeenSpan(
        String service,
        String name,
        String traceId,
        String id,
        String parentId,
        long startNanos,
        long endNanos,
        Map<String, String> attributes,
        boolean isError) {
    public SeenSpan {
        attributes = Map.copyOf(attributes);
    }

    public String attribute(String key) {
        return attributes.getOrDefault(key, "");
    }

    /// Those of these spans that it is the parent of.
    public List<SeenSpan> childrenAmong(List<SeenSpan> spans) {
        return spans.stream()
                .filter(span -> span.traceId().equals(traceId) && span.parentId().equals(id))
                .toList();
    }
}
