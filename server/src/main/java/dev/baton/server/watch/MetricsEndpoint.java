package dev.baton.server.watch;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Route;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/// `/metrics`: what Prometheus scrapes.
public final class MetricsEndpoint {
    private final Metrics metrics;
    private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

    public MetricsEndpoint(Metrics metrics) {
        this.metrics = metrics;
    }

    public List<Route> routes() {
        return List.of(Route.get("/metrics", Access.OPEN, this::scrape));
    }

    private Answered scrape(Call call) throws IOException {
        var out = new ByteArrayOutputStream();
        writer.write(out, metrics.snapshots());
        return new Answered.Whole(
                200, writer.getContentType(), ByteBuffer.wrap(out.toByteArray()), Map.of());
    }
}
