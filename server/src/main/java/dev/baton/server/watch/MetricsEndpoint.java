package dev.baton.server.watch;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Route;
import dev.baton.telemetry.Meters;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/// `/metrics`: what Prometheus scrapes.
public final class MetricsEndpoint {
    private final Meters meters;

    public MetricsEndpoint(Metrics metrics) {
        meters = metrics.meters();
    }

    public List<Route> routes() {
        return List.of(Route.get("/metrics", Access.OPEN, this::scrape));
    }

    private Answered scrape(Call call) {
        return new Answered.Whole(
                200, meters.contentType(), ByteBuffer.wrap(meters.page()), Map.of());
    }
}
