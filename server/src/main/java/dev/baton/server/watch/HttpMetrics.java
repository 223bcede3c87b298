package dev.baton.server.watch;

import dev.baton.server.http.Call;
import dev.baton.server.http.Site.Answering;
import dev.baton.server.http.Site.CallObserver;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// How many requests there were, of which route, with which status, and how long they took.
public final class HttpMetrics implements CallObserver, Answering {
    private static final AttributeKey<String> METHOD = AttributeKey.stringKey("method");
    private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("route");
    private static final AttributeKey<Long> STATUS = AttributeKey.longKey("status");

    /// Methods and routes are ours to know, so there are only so many.
    private final Map<Kind, Attributes> kinds = new ConcurrentHashMap<>();

    private final DoubleHistogram durations;

    private record Kind(String method, String route, int status) {}

    public HttpMetrics(Metrics metrics) {
        durations =
                metrics.meters().seconds("baton.http.requests", "Requests, by route and status");
    }

    @Override
    public Answering arrived(Call call) {
        return this;
    }

    @Override
    public void answered(String method, String route, int status, long nanos) {
        var kind = new Kind(route.equals("none") ? "other" : method, route, status);
        durations.record(nanos / 1e9, kinds.computeIfAbsent(kind, HttpMetrics::attributes));
    }

    private static Attributes attributes(Kind kind) {
        return Attributes.of(
                METHOD, kind.method(), ROUTE, kind.route(), STATUS, (long) kind.status());
    }
}
