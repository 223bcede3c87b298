package dev.baton.cli;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// The options by which a command finds its orchestrator, and the way to ask it something.
final class ServerConnection {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int FIRST_ERROR = 400;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "${env:BATON_URL:-http://127.0.0.1:7420}",
            description = "the orchestrator (BATON_URL, else ${DEFAULT-VALUE})")
    private String server;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            defaultValue = "${env:BATON_TOKEN}",
            description = "who you are (BATON_TOKEN, else the admin token in the data directory)")
    private @Nullable String token;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "${env:BATON_SERVER_DATA:-baton-data}",
            description = "where the admin token is (BATON_SERVER_DATA, else ${DEFAULT-VALUE})")
    private Path data;

    /// Asks, and returns the JSON that came back, if any did.
    JsonNode call(String method, String path, @Nullable String body)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(URI.create(server + path))
                        .timeout(LONGEST)
                        .header("Authorization", "Bearer " + credential())
                        .header("Content-Type", "application/json")
                        .method(
                                method,
                                body == null
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString(body))
                        .build();
        try (var http = HttpClient.newHttpClient()) {
            var response = http.send(request, HttpResponse.BodyHandlers.ofString());
            JsonNode json =
                    response.body().isEmpty()
                            ? MissingNode.getInstance()
                            : JSON.readTree(response.body());
            if (response.statusCode() >= FIRST_ERROR) {
                throw failed(
                        json.path("detail")
                                .asString("the orchestrator answered " + response.statusCode()));
            }
            return json;
        } catch (ConnectException _) {
            throw failed("no orchestrator answers at " + server);
        }
    }

    private String credential() {
        if (token != null && !token.isEmpty()) {
            return token;
        }
        Path file = data.resolve("admin-token");
        try {
            return Files.readString(file).strip();
        } catch (IOException _) {
            throw failed("expected a token: --token, BATON_TOKEN or the file " + file);
        }
    }

    private static CommandFailed failed(String why) {
        return new CommandFailed(why);
    }

    /// It failed, for a reason that the user can understand without a stack trace.
    static final class CommandFailed extends RuntimeException {
        private static final long serialVersionUID = 1;

        CommandFailed(String why) {
            super(why);
        }
    }
}
