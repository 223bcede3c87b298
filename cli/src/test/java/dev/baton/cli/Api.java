package dev.baton.cli;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/// Someone who talks HTTP to an orchestrator.
record Api(URI server, String token) {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration LONGEST = Duration.ofSeconds(30);

    record Answer(int status, String body) {
        JsonNode json() {
            return JSON.readTree(body);
        }

        /// The field of this name, as text; empty if there is none.
        String text(String field) {
            return json().path(field).asString("");
        }
    }

    /// The same caller, at another orchestrator or at the same one after a restart.
    Api at(ServerProcess other) {
        return new Api(other.address(), token);
    }

    Answer get(String path) {
        return send(request(path).GET());
    }

    Answer post(String path, String json) {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json)));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path))
                .timeout(LONGEST)
                .header("Authorization", "Bearer " + token);
    }

    /// @throws UncheckedIOException if the server is not there, or goes away before it has answered
    Answer send(HttpRequest.Builder request) {
        HttpResponse<String> response = send(request, BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
    }

    /// Submits one job of one step, and returns its id.
    String submitJob(String name) {
        return post(
                        "/v1/runs",
                        "{\"jobs\":[{\"name\":\"%s\",\"steps\":[\"true\"]}]}".formatted(name))
                .json()
                .get("jobs")
                .get(0)
                .get("id")
                .stringValue();
    }

    JsonNode job(String id) {
        return get("/v1/jobs/" + id).json();
    }

    String status(String id) {
        return job(id).get("status").stringValue();
    }

    Answer cancel(String job) {
        return post("/v1/jobs/%s/cancel".formatted(job), "{\"reason\":\"not needed\"}");
    }

    /// Follows the events of a job until one of this kind came for the n-th time, and returns it.
    JsonNode awaitEvent(String job, String kind, int times) {
        var response =
                send(request("/v1/jobs/%s/events".formatted(job)).GET(), BodyHandlers.ofLines());
        try (var lines = response.body()) {
            return lines.filter(line -> line.startsWith("data: "))
                    .map(line -> JSON.readTree(line.substring("data: ".length())))
                    .filter(event -> event.get("kind").stringValue().equals(kind))
                    .skip(times - 1)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no event " + kind + " of " + job));
        }
    }

    private static <T> HttpResponse<T> send(
            HttpRequest.Builder request, HttpResponse.BodyHandler<T> body) {
        try {
            return HTTP.send(request.build(), body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
