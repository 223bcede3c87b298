package dev.baton.server.watch;

import dev.baton.core.JobId;
import dev.baton.core.Refusal;
import dev.baton.server.http.Site.CallObserver;
import dev.baton.store.Change;
import dev.baton.store.CommitListener;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Sends a span for every request and every commit to whoever asked for them, over OTLP/HTTP. Spans that cannot be
/// sent in time are dropped.
public final class Traces implements CallObserver, CommitListener, AutoCloseable {
    private static final String PATH = "/v1/traces";
    private static final int FIRST_ERROR = 500;

    private final SdkTracerProvider provider;
    private final Tracer tracer;
    private final InstantSource clock;

    public Traces(String endpoint, InstantSource clock) {
        String url = endpoint.endsWith(PATH) ? endpoint : endpoint.replaceAll("/$", "") + PATH;
        var exporter = OtlpHttpSpanExporter.builder().setEndpoint(url).build();
        provider =
                SdkTracerProvider.builder()
                        .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
                        .build();
        tracer = provider.get("baton");
        this.clock = clock;
    }

    @Override
    public void answered(String method, String route, int status, long nanos) {
        Instant end = clock.instant();
        var span =
                tracer.spanBuilder(method + " " + route)
                        .setSpanKind(SpanKind.SERVER)
                        .setStartTimestamp(end.minusNanos(nanos))
                        .setAttribute("http.request.method", method)
                        .setAttribute("http.route", route)
                        .setAttribute("http.response.status_code", status)
                        .startSpan();
        if (status >= FIRST_ERROR) {
            span.setStatus(StatusCode.ERROR);
        }
        span.end(end);
    }

    @Override
    public void committed(List<Change> changes, int commands, Duration took) {
        Instant end = clock.instant();
        tracer.spanBuilder("commit")
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
        provider.close();
    }
}
