package dev.baton.runner.job;

import dev.baton.executor.pool.CallResult;
import dev.baton.executor.pool.OutcomePolicy;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.runner.spec.CallSpec;
import dev.baton.telemetry.TraceHeaders;
import dev.baton.telemetry.Tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/// Watches calls: makes a span of each, between that of the orchestrator and that of the handler, and says how it ended. Any thread may call it.
public final class CallWatch {
    private final boolean isTraced;
    private final Tracer tracer;
    private final Listener listener;

    /// Hears how each call ended.
    @FunctionalInterface
    public interface Listener {
        /// A call ended. Must not block.
        void ended(String queue, String executor, OutcomePolicy outcome, long nanos);
    }

    public CallWatch(Tracing tracing, Listener listener) {
        this.isTraced = tracing.isOn();
        this.tracer = tracing.tracer("dev.baton.runner");
        this.listener = listener;
    }

    /// Makes a call while it is watched.
    ///
    /// @param call given what the handler continues, as headers
    CallResult watch(
            LeaseGranted granted,
            String executor,
            CallSpec spec,
            Function<Map<String, String>, CallResult> call) {
        long start = System.nanoTime();
        Map<String, String> trace = with(granted.turn().traceparent(), spec.trace());
        CallResult result =
                isTraced
                        ? traced(span(granted, executor, spec, trace), trace, call)
                        : call.apply(trace);
        listener.ended(spec.queue(), executor, OutcomePolicy.of(result), System.nanoTime() - start);
        return result;
    }

    private static CallResult traced(
            Span span, Map<String, String> trace, Function<Map<String, String>, CallResult> call) {
        try {
            CallResult result = call.apply(with(TraceHeaders.parent(span).orElse(null), trace));
            OutcomePolicy outcome = OutcomePolicy.of(result);
            span.setAttribute("baton.outcome", outcome.name());
            if (outcome != OutcomePolicy.SUCCEEDED) {
                span.setStatus(StatusCode.ERROR);
            }
            return result;
        } finally {
            span.end();
        }
    }

    private Span span(
            LeaseGranted granted, String executor, CallSpec spec, Map<String, String> trace) {
        return tracer.spanBuilder("baton.call")
                .setParent(TraceHeaders.read(trace))
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute("baton.job_id", granted.jobId().toString())
                .setAttribute("baton.attempt", granted.attempt())
                .setAttribute("baton.epoch", granted.epoch())
                .setAttribute("baton.queue", spec.queue())
                .setAttribute("baton.executor", executor)
                .setAttribute("baton.function", spec.name())
                .startSpan();
    }

    /// The same headers, from another span on.
    private static Map<String, String> with(
            @Nullable String traceparent, Map<String, String> headers) {
        if (traceparent == null) {
            return headers;
        }
        var continued = new HashMap<>(headers);
        continued.put(TraceHeaders.PARENT, traceparent);
        return continued;
    }
}
