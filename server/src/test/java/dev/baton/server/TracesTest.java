package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import dev.baton.server.config.ServerSetting;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/// What a collector is sent: spans of requests and commits by OTLP, and nobody's secrets.
class TracesTest {
    @TempDir private Path data;

    @Test
    void requests_and_commits_are_spans_and_no_secret_is_in_them() throws Exception {
        try (var collector = new Collector()) {
            String token;
            String lease;
            try (var server =
                    TestServer.start(
                            data, Map.of(ServerSetting.OTLP_ENDPOINT, collector.address()))) {
                var admin = server.admin();
                token = admin.token();
                admin.submitJob("traced");
                Held held = Held.lease(admin, "r1");
                lease = held.id();
                held.ack();
                held.complete();
                admin.get("/v1/jobs/" + token); // a slip that people make
            } // which sends what is left
            assertThat(collector.received())
                    .contains("POST /v1/runs", "commit", "http.route", "/v1/jobs/{job}")
                    .contains("POST /v1/runner/complete")
                    .doesNotContain(token, lease, lease.substring(lease.length() - 16));
            assertThat(collector.contentType).isEqualTo("application/x-protobuf");
        }
    }

    /// Takes what is posted to `/v1/traces`. The names and values of spans are plain text inside of protobuf.
    private static final class Collector implements AutoCloseable {
        private final HttpServer http;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private volatile String contentType = "";

        Collector() throws IOException {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            http.createContext(
                    "/v1/traces",
                    exchange -> {
                        contentType = exchange.getRequestHeaders().getFirst("Content-Type");
                        boolean isZipped =
                                "gzip"
                                        .equals(
                                                exchange.getRequestHeaders()
                                                        .getFirst("Content-Encoding"));
                        try (InputStream in =
                                isZipped
                                        ? new GZIPInputStream(exchange.getRequestBody())
                                        : exchange.getRequestBody()) {
                            synchronized (bytes) {
                                in.transferTo(bytes);
                            }
                        }
                        exchange.sendResponseHeaders(200, -1);
                        exchange.close();
                    });
            http.start();
        }

        String address() {
            return "http://127.0.0.1:" + http.getAddress().getPort();
        }

        String received() {
            synchronized (bytes) {
                return bytes.toString(StandardCharsets.ISO_8859_1);
            }
        }

        @Override
        public void close() {
            http.stop(0);
        }
    }
}
