package dev.baton.testkit.otlp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/// Takes spans over OTLP/HTTP on a free port of loopback, and keeps them. Any thread may call it.
public final class Collector implements AutoCloseable {
    private static final int OK = 200;

    private final HttpServer http;
    private final List<SeenSpan> spans = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private volatile String contentType = "";

    private Collector(HttpServer http) {
        this.http = http;
    }

    public static Collector start() throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var collector = new Collector(HttpServer.create(address, 0));
        collector.http.createContext("/v1/traces", collector::take);
        collector.http.start();
        return collector;
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = exchange.getRequestHeaders();
            contentType = headers.getFirst("Content-Type");
            boolean isZipped = "gzip".equals(headers.getFirst("Content-Encoding"));
            byte[] body;
            try (InputStream raw = exchange.getRequestBody();
                    InputStream in = isZipped ? new GZIPInputStream(raw) : raw) {
                body = in.readAllBytes();
            }
            synchronized (bytes) {
                bytes.writeBytes(body);
            }
            spans.addAll(TraceRequest.spans(body));
            exchange.sendResponseHeaders(OK, -1);
        }
    }

    /// The base URL, as it is told to those who send.
    public String address() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    /// What has come so far.
    public List<SeenSpan> spans() {
        return List.copyOf(spans);
    }

    /// The spans of this name that have come so far.
    public List<SeenSpan> spans(String name) {
        return spans.stream().filter(span -> span.name().equals(name)).toList();
    }

    public String contentType() {
        return contentType;
    }

    /// All bytes that came, one character for each: names and values are plain text in them.
    public String text() {
        synchronized (bytes) {
            return bytes.toString(StandardCharsets.ISO_8859_1);
        }
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
