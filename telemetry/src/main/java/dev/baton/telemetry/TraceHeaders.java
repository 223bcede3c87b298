package dev.baton.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// How a trace travels from process to process: as the headers of W3C Trace Context.
public final class TraceHeaders {
    public static final String PARENT = "traceparent";

    private static final TextMapGetter<Map<String, String>> ENTRIES =
            new TextMapGetter<>() {
                @Override
                public Iterable<String> keys(Map<String, String> headers) {
                    return headers.keySet();
                }

                @Override
                public @Nullable String get(@Nullable Map<String, String> headers, String key) {
                    return headers == null ? null : headers.get(key);
                }
            };

    private TraceHeaders() {}

    /// What is to be continued: nothing, if the headers say nothing that makes sense.
    public static Context read(Map<String, String> headers) {
        return W3CTraceContextPropagator.getInstance().extract(Context.root(), headers, ENTRIES);
    }

    /// What whoever continues from a span is told as `traceparent`; nothing if it is no real span.
    public static Optional<String> parent(Span span) {
        return Optional.ofNullable(of(span.getSpanContext()).get(PARENT));
    }

    /// What whoever continues from here is told.
    public static Map<String, String> of(SpanContext here) {
        var headers = new HashMap<String, String>();
        W3CTraceContextPropagator.getInstance()
                .inject(
                        Context.root().with(Span.wrap(here)),
                        headers,
                        (carrier, key, value) -> {
                            if (carrier != null) {
                                carrier.put(key, value);
                            }
                        });
        return headers;
    }
}
