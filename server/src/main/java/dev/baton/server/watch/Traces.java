package dev.baton.server.watch;

import dev.baton.core.JobId;
import dev.baton.core.Refusal;
import dev.baton.protocol.submit.FunctionSpec;
import dev.baton.protocol.submit.TraceContext;
import dev.baton.server.http.Call;
import dev.baton.server.http.Site.Answering;
import dev.baton.server.http.Site.CallObserver;
import dev.baton.server.runner.Grants;
import dev.baton.store.Change;
import dev.baton.store.CommitListener;
import dev.baton.store.Grant;
import dev.baton.telemetry.TraceHeaders;
import dev.baton.telemetry.Tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Makes a span of every request, of every commit, and of the time that a function call waited for its lease.
///
/// A request continues the trace of its caller. A function belongs to the request that submitted it, unless it says what else it belongs to; from there its
/// trace goes on by the lease to the runner, and on to the handler.
public final class Traces implements CallObserver, CommitListener, Grants.Observer, AutoCloseable {
    private static final int FIRST_ERROR = 500;

    private final Tracing tracing;
    private final Tracer tracer;
    private final InstantSource clock;

    public Traces(Tracing tracing, InstantSource clock) {
        this.tracing = tracing;
        this.tracer = tracing.tracer("dev.baton.server");
        this.clock = clock;
    }

    @Override
    public Answering arrived(Call call) {
        Span span =
                tracer.spanBuilder("request")
                        .setParent(TraceHeaders.read(call.trace().entries()))
                        .setSpanKind(SpanKind.SERVER)
                        .setStartTimestamp(clock.instant())
                        .startSpan();
        call.belongTo(new TraceContext(TraceHeaders.of(span.getSpanContext())));
        return (method, route, status, _) -> answered(span, method, route, status);
    }

    private void answered(Span span, String method, String route, int status) {
        span.updateName(method + " " + route)
                .setAttribute("http.request.method", method)
                .setAttribute("http.route", route)
                .setAttribute("http.response.status_code", status);
        if (status >= FIRST_ERROR) {
            span.setStatus(StatusCode.ERROR);
        }
        span.end(clock.instant());
    }

    /// Of a job's first lease it is known how long the job waited for it; of a later one only that it was granted.
    @Override
    public @Nullable String granted(Grant grant) {
        return FunctionSpec.of(grant.spec())
                .flatMap(function -> TraceHeaders.parent(waited(grant, function)))
                .orElse(null);
    }

    private Span waited(Grant grant, FunctionSpec function) {
        Instant now = clock.instant();
        boolean isFirst = grant.epoch() == 1 && grant.created().isBefore(now);
        Span span =
                tracer.spanBuilder("baton.queue")
                        .setParent(TraceHeaders.read(function.trace().entries()))
                        .setStartTimestamp(isFirst ? grant.created() : now)
                        .setAttribute("baton.job_id", grant.job().toString())
                        .setAttribute("baton.attempt", grant.attempt())
                        .setAttribute("baton.epoch", grant.epoch())
                        .setAttribute("baton.queue", function.address().queue())
                        .setAttribute("baton.executor", function.address().executor())
                        .setAttribute("baton.function", function.address().function())
                        .startSpan();
        span.end(now);
        return span;
    }

    @Override
    public void committed(List<Change> changes, int commands, Duration took) {
        Instant end = clock.instant();
        tracer.spanBuilder("commit")
                .setNoParent()
                .setStartTimestamp(end.minus(took))
                .setAttribute("baton.commands", commands)
                .setAttribute("baton.jobs", changes.size())
                .startSpan()
                .end(end);
    }

    @Override
    public void refused(Refusal reason) {}

    @Override
    public void changedElsewhere(List<JobId> jobs) {}

    @Override
    public void close() {
        tracing.close();
    }
}
