package dev.baton.chaos.load;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/// Someone who asks an orchestrator, again and again until there is an answer.
public final class Client {
    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(3);
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(8);
    private static final Duration PAUSE = Duration.ofMillis(200);

    /// Longer than any fault lasts.
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FIRST_OF_SERVER = 500;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(LONGEST_CONNECT)
                    .build();
    private final URI server;
    private final String token;

    public Client(URI server, String token) {
        this.server = server;
        this.token = token;
    }

    /// An answer that is one: not that somebody else should be asked, or later.
    ///
    /// @param tries how often it was asked
    public record Answer(int status, String body, int tries) {
        public JsonNode json() {
            return JSON.readTree(body);
        }

        public boolean isSuccess() {
            return status / 100 == 2;
        }
    }

    public Answer get(String path) throws IOException, InterruptedException {
        return ask(request(path).GET());
    }

    public Answer post(String path, String json) throws IOException, InterruptedException {
        return post(path, json, null);
    }

    /// Asks for something that must not happen twice.
    ///
    /// @param key by which the orchestrator knows that it was asked before
    public Answer post(String path, String json, @Nullable String key)
            throws IOException, InterruptedException {
        var request =
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json));
        return ask(key == null ? request : request.header("Idempotency-Key", key));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path))
                .timeout(LONGEST_REQUEST)
                .header("Authorization", "Bearer " + token);
    }

    private Answer ask(HttpRequest.Builder builder) throws IOException, InterruptedException {
        HttpRequest request = builder.build();
        long until = System.nanoTime() + PATIENCE.toNanos();
        String last = "";
        for (int tries = 1; System.nanoTime() - until < 0; tries++) {
            try {
                var response = http.send(request, BodyHandlers.ofString());
                int status = response.statusCode();
                if (status < FIRST_OF_SERVER && status != TOO_MANY_REQUESTS) {
                    return new Answer(status, response.body(), tries);
                }
                last = status + " " + response.body();
            } catch (IOException e) {
                last = e.toString();
            }
            Thread.sleep(PAUSE);
        }
        throw new IOException(
                "%s %s: no answer for %d s, at last %s"
                        .formatted(
                                request.method(),
                                request.uri().getPath(),
                                PATIENCE.toSeconds(),
                                last));
    }
}
