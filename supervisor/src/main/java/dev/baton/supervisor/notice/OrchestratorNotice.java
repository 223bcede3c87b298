package dev.baton.supervisor.notice;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

/// What somebody told the orchestrator about this runner; and the way to take the runner out of it.
public final class OrchestratorNotice implements NoticeSource, AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int NO_CONTENT = 204;

    private final URI server;
    private final Supplier<String> token;
    private final String runner;
    private final InstantSource clock;
    private final Metadata metadata;

    /// Asks in the name of one runner.
    ///
    /// @param authorities whose certificates are trusted; null for those that the Java runtime trusts
    /// @param token read each time, as it may be exchanged
    public OrchestratorNotice(
            URI server,
            @Nullable SSLContext authorities,
            Supplier<String> token,
            String runner,
            InstantSource clock) {
        this.server = server;
        this.metadata = new Metadata(authorities);
        this.token = token;
        this.runner = runner;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "orchestrator";
    }

    @Override
    public Optional<TerminationNotice> ask() throws IOException, InterruptedException {
        var answer =
                metadata.ask(
                        Metadata.request(address("/v1/runner/termination", ""))
                                .header("Authorization", "Bearer " + token.get()));
        if (answer.status() == NO_CONTENT) {
            return Optional.empty();
        }
        if (!answer.isOk()) {
            throw new IOException("the orchestrator answered %d".formatted(answer.status()));
        }
        try {
            JsonNode said = JSON.readTree(answer.body());
            JsonNode left = said.path("seconds_left");
            return Optional.of(
                    new TerminationNotice(
                            "the orchestrator was told: " + said.path("reason").asString(""),
                            said.path("finish_tasks").asBoolean(false),
                            left.isNumber()
                                    ? clock.instant().plusMillis((long) (left.doubleValue() * 1000))
                                    : null));
        } catch (JacksonException e) {
            throw new IOException("expected a notice, got something else", e);
        }
    }

    /// Takes the runner out of the orchestrator: what this process of it holds is given to others at once.
    public void removeRunner(String instance) throws IOException, InterruptedException {
        var answer =
                metadata.ask(
                        Metadata.request(
                                        address(
                                                "/v1/runner/remove",
                                                "&instance=" + encoded(instance)))
                                .header("Authorization", "Bearer " + token.get())
                                .POST(BodyPublishers.noBody()));
        if (!answer.isOk() && answer.status() != NO_CONTENT) {
            throw new IOException("the orchestrator answered %d".formatted(answer.status()));
        }
    }

    private URI address(String path, String more) {
        return server.resolve(path + "?runner_id=" + encoded(runner) + more);
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        metadata.close();
    }
}
