package dev.baton.runner.spec;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// A function to call.
///
/// @param name the handler, as its executor knows it
/// @param args the text of a JSON array
/// @param kwargs the text of a JSON object
/// @param trace headers that continue a trace; may be empty
/// @param deadline when it has to be over, however late it started
/// @param secrets what must not be seen in its log
public record CallSpec(
        String name,
        String args,
        String kwargs,
        String queue,
        Map<String, String> trace,
        @Nullable Instant deadline,
        List<String> secrets) {
    public CallSpec {
        trace = Map.copyOf(trace);
        secrets = List.copyOf(secrets);
    }

    /// Without the arguments: they are nobody's business but the handler's.
    @Override
    public String toString() {
        return "CallSpec[%s, queue %s]".formatted(name, queue);
    }
}
