package dev.baton.chaos.hostile.load;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// One token at one orchestrator. Every request is sent once; the caller decides whether to repeat it.
public final class ApiClient {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http;
    private final URI server;
    private final String token;

    public ApiClient(URI server, String token) {
        this(newHttp(), server, token);
    }

    private ApiClient(HttpClient http, URI server, String token) {
        this.http = http;
        this.server = server;
        this.token = token;
    }

    /// Connections of its own, so that no other client's requests are in the way.
    static HttpClient newHttp() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
    }

    /// The same connections with another token.
    public ApiClient as(String other) {
        return new ApiClient(http, server, other);
    }

    /// The same connections and token at another orchestrator.
    public ApiClient at(URI other) {
        return new ApiClient(http, other, token);
    }

    public URI server() {
        return server;
    }

    public String token() {
        return token;
    }

    /// A response of any status.
    public record Answer(int status, String text) {
        public boolean isSuccess() {
            return status / 100 == 2;
        }

        public JsonNode json() {
            return JSON.readTree(text);
        }
    }

    public Answer get(String path, Duration timeout) throws IOException, InterruptedException {
        return send(request(path, timeout).GET());
    }

    public Answer post(String path, String json, Duration timeout)
            throws IOException, InterruptedException {
        return post(path, json.getBytes(StandardCharsets.UTF_8), null, timeout);
    }

    /// Sends JSON.
    ///
    /// @param key the idempotency key, if the request may be repeated
    public Answer post(String path, byte[] json, @Nullable String key, Duration timeout)
            throws IOException, InterruptedException {
        var request =
                request(path, timeout)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(json));
        return send(key == null ? request : request.header("Idempotency-Key", key));
    }

    /// Sends contents as a pack.
    public Answer postPack(byte[] pack, Duration timeout) throws IOException, InterruptedException {
        return send(
                request("/v1/contents", timeout)
                        .header("Content-Type", "application/vnd.baton.pack")
                        .POST(BodyPublishers.ofByteArray(pack)));
    }

    private HttpRequest.Builder request(String path, Duration timeout) {
        return HttpRequest.newBuilder(server.resolve(path))
                .timeout(timeout)
                .header("Authorization", "Bearer " + token);
    }

    private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var response = http.send(request.build(), BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
    }

    /// Makes a token of a kind; this client's must be an administrator's.
    public String issueToken(String kind, String name) throws IOException, InterruptedException {
        var answer =
                post(
                        "/v1/tokens",
                        "{\"kind\":\"%s\",\"name\":\"%s\"}".formatted(kind, name),
                        Duration.ofSeconds(30));
        if (!answer.isSuccess()) {
            throw new IOException("no token: %d %s".formatted(answer.status(), answer.text()));
        }
        return answer.json().get("token").stringValue();
    }
}
