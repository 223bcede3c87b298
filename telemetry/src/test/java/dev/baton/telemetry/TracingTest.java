package dev.baton.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Tracer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;

@Timeout(60)
class TracingTest {
    @Test
    void without_a_collector_nothing_is_traced_and_nobody_is_told_of_one() {
        for (var tracing :
                new Tracing[] {
                    Tracing.to(null, "a"),
                    Tracing.ofEnvironment(Map.of(), "a"),
                    Tracing.ofEnvironment(Map.of(Tracing.ENDPOINT_VARIABLE, ""), "a")
                }) {
            assertThat(tracing.isOn()).isFalse();
            assertThat(tracing.environment()).isEmpty();
            var span = tracer(tracing).spanBuilder("none").startSpan();
            assertThat(TraceHeaders.parent(span)).isEmpty();
        }
    }

    @Test
    void programs_that_are_started_send_to_the_same_collector() {
        try (var tracing = Tracing.to("http://127.0.0.1:1/", "a");
                var started = Tracing.ofEnvironment(tracing.environment(), "b")) {
            assertThat(started.isOn()).isTrue();
            assertThat(started.environment()).isEqualTo(tracing.environment());
        }
    }

    @Test
    void whoever_continues_from_a_span_is_told_its_trace_and_what_came_with_it() {
        var headers =
                Map.of(
                        "traceparent",
                        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                        "tracestate",
                        "vendor=1");
        try (var tracing = Tracing.to("http://127.0.0.1:1", "a")) {
            var span =
                    tracer(tracing)
                            .spanBuilder("one")
                            .setParent(TraceHeaders.read(headers))
                            .startSpan();
            assertThat(TraceHeaders.of(span.getSpanContext()))
                    .containsEntry("tracestate", "vendor=1")
                    .containsEntry(
                            "traceparent",
                            "00-0af7651916cd43dd8448eb211c80319c-%s-01"
                                    .formatted(span.getSpanContext().getSpanId()));
        }
    }

    @Test
    void a_collector_that_never_answers_holds_nobody_up() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var tracing = Tracing.to("http://127.0.0.1:" + silent.getLocalPort(), "a");
            for (int i = 0; i < 100_000; i++) {
                tracer(tracing).spanBuilder("many").startSpan().end();
            }
            long before = System.nanoTime();
            tracing.close();
            assertThat(Duration.ofNanos(System.nanoTime() - before))
                    .isLessThan(Duration.ofSeconds(20));
        }
    }

    private static Tracer tracer(Tracing tracing) {
        return tracing.tracer("test");
    }
}
