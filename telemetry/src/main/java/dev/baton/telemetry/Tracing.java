package dev.baton.telemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The spans of a process on their way to a collector, over OTLP/HTTP; or [nothing][#OFF]. What cannot be sent in time is dropped: nobody waits
/// for a collector. Any thread may call it.
public final class Tracing implements AutoCloseable {
    /// Makes no spans, and sends nothing.
    public static final Tracing OFF = new Tracing(null, null);

    /// By which programs of any language find their collector.
    public static final String ENDPOINT_VARIABLE = "OTEL_EXPORTER_OTLP_ENDPOINT";

    /// By which programs of any language learn what they are called in traces.
    public static final String SERVICE_VARIABLE = "OTEL_SERVICE_NAME";

    private static final String PROTOCOL_VARIABLE = "OTEL_EXPORTER_OTLP_PROTOCOL";
    private static final String PROTOCOL = "http/protobuf";
    private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");
    private static final String PATH = "/v1/traces";

    /// How long a span waits for others to travel with.
    private static final Duration COLLECTING = Duration.ofSeconds(1);

    /// How long a collector may take for one batch.
    private static final Duration LONGEST_SENDING = Duration.ofSeconds(5);

    /// What a process that ends waits for its last spans.
    private static final Duration LONGEST_GOODBYE = Duration.ofSeconds(3);

    private final @Nullable String endpoint;
    private final @Nullable SdkTracerProvider provider;

    private Tracing(@Nullable String endpoint, @Nullable SdkTracerProvider provider) {
        this.endpoint = endpoint;
        this.provider = provider;
    }

    /// Sends spans to a collector.
    ///
    /// @param endpoint the base URL of the collector, such as `http://127.0.0.1:4318`; null for none
    /// @param service what this process is called there
    public static Tracing to(@Nullable String endpoint, String service) {
        if (endpoint == null) {
            return OFF;
        }
        var exporter =
                OtlpHttpSpanExporter.builder()
                        .setEndpoint(url(endpoint))
                        .setTimeout(LONGEST_SENDING)
                        .build();
        return new Tracing(
                endpoint,
                SdkTracerProvider.builder()
                        .setResource(
                                Resource.getDefault()
                                        .merge(Resource.create(Attributes.of(SERVICE, service))))
                        .addSpanProcessor(
                                BatchSpanProcessor.builder(exporter)
                                        .setScheduleDelay(COLLECTING)
                                        .setExporterTimeout(LONGEST_SENDING)
                                        .build())
                        .build());
    }

    /// Sends spans where the environment says, by the variables that all OpenTelemetry SDKs read.
    ///
    /// @param service what this process is called if the environment does not say
    public static Tracing ofEnvironment(Map<String, String> environment, String service) {
        String endpoint = environment.getOrDefault(ENDPOINT_VARIABLE, "");
        return to(
                endpoint.isEmpty() ? null : endpoint,
                environment.getOrDefault(SERVICE_VARIABLE, service));
    }

    /// The variables by which programs that this one starts send their spans to the same collector. None if there is no collector.
    public Map<String, String> environment() {
        return endpoint == null
                ? Map.of()
                : Map.of(ENDPOINT_VARIABLE, endpoint, PROTOCOL_VARIABLE, PROTOCOL);
    }

    /// Whether anybody sees the spans.
    public boolean isOn() {
        return provider != null;
    }

    /// Makes the spans of one part of the program.
    public Tracer tracer(String part) {
        return telemetry().getTracer(part);
    }

    /// For libraries that make spans of their own.
    public OpenTelemetry telemetry() {
        return provider == null ? OpenTelemetry.noop() : new Spans(provider);
    }

    /// Sends what is left, and then nothing more.
    @Override
    public void close() {
        if (provider != null) {
            var _ = provider.shutdown().join(LONGEST_GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static String url(String endpoint) {
        return endpoint.endsWith(PATH) ? endpoint : endpoint.replaceAll("/$", "") + PATH;
    }

    /// Telemetry that has spans and nothing else.
    private record Spans(SdkTracerProvider provider) implements OpenTelemetry {
        @Override
        public TracerProvider getTracerProvider() {
            return provider;
        }

        @Override
        public ContextPropagators getPropagators() {
            return ContextPropagators.create(W3CTraceContextPropagator.getInstance());
        }
    }
}
