package dev.baton.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.executor.wire.ExecutionRequest;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

@Timeout(60)
class TracingTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";

    private final BlockingQueue<SpanData> spans = new LinkedBlockingQueue<>();

    @Test
    @DisplayName(
            "\"trace_context carries the producer's trace propagation headers. Executors can use it to continue traces in their own"
                    + " runtime.\" \"emit rrq.executor spans when telemetry is enabled\" \"W3C traceparent/tracestate headers\"")
    void a_call_continues_the_trace_of_its_caller() throws Exception {
        try (var traces = traces();
                var executor =
                        Executor.builder()
                                .listenAt(ExecutorAddress.tcp("127.0.0.1:0"))
                                .telemetry(telemetry(traces))
                                .handler(
                                        "trace",
                                        (_, _) -> Span.current().getSpanContext().getTraceId())
                                .start();
                var client = TestClient.connect(executor.address())) {
            client.send(traced("trace"));
            assertThat(client.outcome().result()).isEqualTo("\"" + TRACE + "\"");

            SpanData span = spans.take();
            assertThat(span.getName()).isEqualTo("rrq.executor");
            assertThat(span.getTraceId()).isEqualTo(TRACE);
            assertThat(span.getParentSpanId()).isEqualTo(CALLER);
            assertThat(span.getAttributes().get(CallTracing.JOB_ID)).isEqualTo("job");
            assertThat(span.getAttributes().get(CallTracing.ATTEMPT)).isEqualTo(3);
            assertThat(span.getAttributes().get(CallTracing.QUEUE)).isEqualTo("mail");
            assertThat(span.getAttributes().get(CallTracing.FUNCTION)).isEqualTo("trace");
            assertThat(span.getAttributes().get(CallTracing.OUTCOME)).isEqualTo("success");
        }
    }

    private static ExecutionRequest traced(String function) {
        return new ExecutionRequest(
                "r",
                "job",
                function,
                "[]",
                "{}",
                new ExecutionRequest.Context(
                        "job",
                        3,
                        Instant.EPOCH,
                        "mail",
                        null,
                        Map.of("traceparent", "00-%s-%s-01".formatted(TRACE, CALLER)),
                        "w"));
    }

    private SdkTracerProvider traces() {
        return SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(new Kept()))
                .build();
    }

    private static OpenTelemetry telemetry(TracerProvider traces) {
        return new OpenTelemetry() {
            @Override
            public TracerProvider getTracerProvider() {
                return traces;
            }

            @Override
            public ContextPropagators getPropagators() {
                return ContextPropagators.noop();
            }
        };
    }

    /// Keeps spans where the test finds them.
    private final class Kept implements SpanExporter {
        @Override
        public CompletableResultCode export(Collection<SpanData> ended) {
            spans.addAll(ended);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }
}
