package dev.baton.supervisor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;

/// The counts for Prometheus at `/metrics`, and all there is to know as JSON at `/status`, on loopback.
final class MetricsPage implements AutoCloseable {
    private static final int BACKLOG = 16;
    private static final int OK = 200;

    private final @Nullable HttpServer server;

    private MetricsPage(@Nullable HttpServer server) {
        this.server = server;
    }

    /// Serves it.
    ///
    /// @param port 0 for no page
    static MetricsPage start(int port, Counts counts, StatusFile status) throws IOException {
        if (port == 0) {
            return new MetricsPage(null);
        }
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        HttpServer server = HttpServer.create(address, BACKLOG);
        page(server, "/metrics", "text/plain; version=0.0.4", () -> text(counts.all()));
        page(server, "/status", "application/json", () -> status.json() + "\n");
        server.start();
        return new MetricsPage(server);
    }

    private static void page(
            HttpServer server, String path, String type, Supplier<String> content) {
        server.createContext(path, exchange -> answer(exchange, type, content.get()));
    }

    private static void answer(HttpExchange exchange, String type, String content)
            throws IOException {
        try (exchange) {
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(OK, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
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
        if (server != null) {
            server.stop(0);
        }
    }
}
