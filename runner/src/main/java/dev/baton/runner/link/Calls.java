package dev.baton.runner.link;

import dev.baton.protocol.LeaseId;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Executors;

/// Requests to the orchestrator. Any thread may make one; it waits for the answer.
public final class Calls implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final String LEASE = "Baton-Lease";

    private final URI server;
    private volatile String token;
    private final HttpClient http;

    public Calls(URI server, String token) {
        this.server = server.resolve("/");
        this.token = token;
        http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECT_TIMEOUT)
                        .executor(Executors.newVirtualThreadPerTaskExecutor())
                        .build();
    }

    /// From now on requests show another token.
    public void useToken(String fresh) {
        token = fresh;
    }

    /// A request in the name of the runner.
    HttpRequest.Builder request(String path, Duration longest) {
        return HttpRequest.newBuilder(server.resolve(path))
                .timeout(longest)
                .header("Authorization", "Bearer " + token);
    }

    /// A request under a lease.
    public HttpRequest.Builder request(String path, LeaseId lease, Duration longest) {
        return request(path, longest).header(LEASE, lease.text());
    }

    public Reply post(String path, byte[] json, Duration longest, int mostBytes)
            throws IOException, InterruptedException {
        return send(request(path, longest), "POST", json, mostBytes);
    }

    public Reply send(HttpRequest.Builder request, String method, byte[] json, int mostBytes)
            throws IOException, InterruptedException {
        return send(
                request.header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofByteArray(json)),
                mostBytes);
    }

    /// Sends a request and reads the answer.
    ///
    /// @param mostBytes of the answer; what has more is an error
    public Reply send(HttpRequest.Builder request, int mostBytes)
            throws IOException, InterruptedException {
        HttpResponse<InputStream> response =
                http.send(request.build(), BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            byte[] bytes = body.readNBytes(mostBytes + 1);
            if (bytes.length > mostBytes) {
                throw new IOException(
                        "expected an answer of at most %d bytes, got more".formatted(mostBytes));
            }
            return new Reply(response.statusCode(), bytes, response.headers());
        }
    }

    /// Sends a request, and leaves the answer to be read from its stream, which the caller closes.
    public HttpResponse<InputStream> open(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofInputStream());
    }

    public static BodyPublisher body(byte[] bytes, int length) {
        return BodyPublishers.ofByteArray(bytes, 0, length);
    }

    HttpClient http() {
        return http;
    }

    /// The address of the lease stream.
    URI stream() {
        String scheme = server.getScheme().equals("https") ? "wss" : "ws";
        return URI.create(scheme + "://" + server.getRawAuthority() + "/v1/runner/stream");
    }

    String authorization() {
        return "Bearer " + token;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
