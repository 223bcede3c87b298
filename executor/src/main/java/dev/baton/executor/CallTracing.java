package dev.baton.executor;

import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionOutcome.Status;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;

import org.jspecify.annotations.Nullable;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/// Continues the caller's trace, which comes as W3C headers, with a span around each call.
final class CallTracing {
    static final String SPAN = "rrq.executor";
    static final AttributeKey<String> JOB_ID = AttributeKey.stringKey("rrq.job_id");
    static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("rrq.attempt");
    static final AttributeKey<String> QUEUE = AttributeKey.stringKey("rrq.queue");
    static final AttributeKey<String> FUNCTION = AttributeKey.stringKey("rrq.function");
    static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("rrq.outcome");

    private static final TextMapGetter<Map<String, String>> HEADERS =
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

    private final Tracer tracer;

    CallTracing(OpenTelemetry telemetry) {
        this.tracer = telemetry.getTracer("dev.baton.executor");
    }

    /// Runs a call within its span.
    ExecutionOutcome trace(Call call, Supplier<ExecutionOutcome> execution) {
        Span span = span(call);
        try (Scope _ = span.makeCurrent()) {
            ExecutionOutcome outcome = execution.get();
            span.setAttribute(OUTCOME, outcome.status().name().toLowerCase(Locale.ROOT));
            if (outcome.status() != Status.SUCCESS) {
                var error = Objects.requireNonNull(outcome.error(), "an outcome without success");
                span.setStatus(StatusCode.ERROR, error.message());
            }
            return outcome;
        } finally {
            span.end();
        }
    }

    private Span span(Call call) {
        Context caller =
                W3CTraceContextPropagator.getInstance()
                        .extract(Context.root(), call.traceContext(), HEADERS);
        return tracer.spanBuilder(SPAN)
                .setParent(caller)
                .setSpanKind(SpanKind.CONSUMER)
                .setAttribute(JOB_ID, call.jobId())
                .setAttribute(ATTEMPT, (long) call.attempt())
                .setAttribute(QUEUE, call.queueName())
                .setAttribute(FUNCTION, call.functionName())
                .startSpan();
    }
}
