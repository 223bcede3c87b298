package dev.baton.server.stream;

import dev.baton.server.auth.Gate;
import dev.baton.server.config.Limits;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;

import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

import java.time.Duration;
import java.util.List;

/// `GET /v1/runner/stream`: turns a request into a [LeaseStream].
public final class StreamEndpoint {
    /// Streams are mostly idle: they get little memory to wait with.
    private static final int BUFFER_BYTES = 2 << 10;

    /// Only a backstop: [StreamCare] notices earlier.
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(5);

    private final StreamParts parts;
    private final Gate gate;
    private final ServerWebSocketContainer container;
    private final int mostOfToken;

    public StreamEndpoint(
            StreamParts parts, Gate gate, ServerWebSocketContainer container, Limits limits) {
        this.parts = parts;
        this.gate = gate;
        this.container = container;
        mostOfToken = limits.streamsPerToken();
        container.setMaxTextMessageSize(limits.frameBytes());
        container.setMaxFrameSize(limits.frameBytes());
        container.setInputBufferSize(BUFFER_BYTES);
        container.setOutputBufferSize(BUFFER_BYTES);
        container.setIdleTimeout(IDLE_TIMEOUT);
    }

    public List<Route> routes() {
        return List.of(Route.get("/v1/runner/stream", Access.RUNNER, this::upgrade));
    }

    private Answered upgrade(Call call) {
        var stillValid = gate.stillValid(call);
        var caller = call.caller();
        if (parts.streams().countOf(caller.credential()) >= mostOfToken) {
            throw Problem.of(
                            503,
                            "TOO_MANY_STREAMS",
                            "the token may have %d streams".formatted(mostOfToken))
                    .withHeader("Retry-After", "5")
                    .asException();
        }
        boolean upgraded =
                container.upgrade(
                        (_, response, _) -> {
                            response.setExtensions(List.of()); // compressing beats is a waste
                            return new WebSocketWire(new LeaseStream(parts, caller, stillValid));
                        },
                        call.request(),
                        call.response(),
                        call.callback());
        if (!upgraded) {
            throw Problem.of(426, "UPGRADE_REQUIRED", "expected a WebSocket handshake")
                    .withHeader("Upgrade", "websocket")
                    .asException();
        }
        return new Answered.TakenOver();
    }
}
