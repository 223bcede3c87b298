package dev.baton.supervisor;

import dev.baton.telemetry.LoopbackPages;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// The counts for Prometheus at `/metrics`, and all there is to know as JSON at `/status`, on loopback.
final class MetricsPage implements AutoCloseable {
    private final @Nullable LoopbackPages pages;

    private MetricsPage(@Nullable LoopbackPages pages) {
        this.pages = pages;
    }

    /// Serves it.
    ///
    /// @param port 0 for no page
    static MetricsPage start(int port, Counts counts, StatusFile status) throws IOException {
        return new MetricsPage(
                port == 0
                        ? null
                        : LoopbackPages.open(port)
                                .page(
                                        "/metrics",
                                        "text/plain; version=0.0.4",
                                        () -> bytes(text(counts.all())))
                                .page(
                                        "/status",
                                        "application/json",
                                        () -> bytes(status.json() + "\n")));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Map<String, Long> counts) {
        var text = new StringBuilder();
        counts.forEach(
                (name, value) -> {
                    boolean isGauge = name.equals("drain_milliseconds");
                    String full = "baton_worker_" + name + (isGauge ? "" : "_total");
                    text.append("# TYPE %s %s%n".formatted(full, isGauge ? "gauge" : "counter"))
                            .append("%s %d%n".formatted(full, value));
                });
        return text.toString();
    }

    @Override
    public void close() {
        if (pages != null) {
            pages.close();
        }
    }
}
