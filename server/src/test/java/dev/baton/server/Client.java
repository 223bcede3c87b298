package dev.baton.server;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/// Someone who talks HTTP to the orchestrator, with a token or without.
record Client(URI server, String token) {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration LONGEST = Duration.ofSeconds(30);

    record Response(int status, HttpResponse<String> raw) {
        JsonNode json() {
            return JSON.readTree(raw.body());
        }

        String text() {
            return raw.body();
        }

        Optional<String> header(String name) {
            return raw.headers().firstValue(name);
        }

        String code() {
            return json().path("code").asString("");
        }
    }

    /// The value of a metric without labels; -1 if there is none.
    double metric(String name) {
        return get("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findAny()
                .orElse(-1);
    }

    Response get(String path) {
        return send(request(path).GET());
    }

    Response post(String path, String json) {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json)));
    }

    Response put(String path, String json) {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofString(json)));
    }

    Response delete(String path) {
        return send(request(path).DELETE());
    }

    HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(server.resolve(path)).timeout(LONGEST);
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    Response send(HttpRequest.Builder request) {
        try {
            var response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Response(response.statusCode(), response);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Submits one job of one step, and returns its id.
    String submitJob(String name) {
        var created =
                post(
                        "/v1/runs",
                        "{\"jobs\":[{\"name\":\"%s\",\"steps\":[\"true\"]}]}".formatted(name));
        return created.json().get("jobs").get(0).get("id").stringValue();
    }

    JsonNode job(String id) {
        return get("/v1/jobs/" + id).json();
    }

    String status(String id) {
        return job(id).get("status").stringValue();
    }
}
