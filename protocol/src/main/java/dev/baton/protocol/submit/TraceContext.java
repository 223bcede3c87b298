package dev.baton.protocol.submit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The trace that a request belongs to, in the words of W3C Trace Context.
///
/// @param entries `traceparent` and perhaps `tracestate`, or nothing
public record TraceContext(Map<String, String> entries) {
    public static final TraceContext NONE = new TraceContext(Map.of());

    static final int MOST_CHARACTERS = 512;

    private static final Pattern PARENT =
            Pattern.compile(
                    "(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
    private static final TextRule STATE = TextRule.name(MOST_CHARACTERS);

    public TraceContext {
        entries = Map.copyOf(entries);
    }

    /// What the headers of a request say. Headers that are not what they should be begin no trace, and are no reason to
    /// refuse the request.
    public static TraceContext ofHeaders(
            Optional<String> traceparent, Optional<String> tracestate) {
        var parent = traceparent.filter(text -> PARENT.matcher(text).matches());
        if (parent.isEmpty()) {
            return NONE;
        }
        var entries = new LinkedHashMap<String, String>();
        entries.put("traceparent", parent.get());
        tracestate.filter(STATE::allows).ifPresent(state -> entries.put("tracestate", state));
        return new TraceContext(entries);
    }
}
