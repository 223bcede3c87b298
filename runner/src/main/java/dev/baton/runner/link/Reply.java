package dev.baton.runner.link;

import dev.baton.core.Shown;
import dev.baton.protocol.Json;
import dev.baton.protocol.ProtocolException;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.http.HttpHeaders;
import java.util.Optional;

/// What the orchestrator answered to a request.
public final class Reply {
    private static final JsonMapper MAPPER = JsonMapper.builder(Json.FACTORY).build();

    private final int status;
    private final byte[] body;
    private final HttpHeaders headers;

    Reply(int status, byte[] body, HttpHeaders headers) {
        this.status = status;
        this.body = body;
        this.headers = headers;
    }

    public int status() {
        return status;
    }

    /// The bytes themselves, not a copy.
    public byte[] body() {
        return body;
    }

    public boolean isSuccess() {
        return status / 100 == 2;
    }

    /// Whether the same request may succeed later.
    public boolean isForNow() {
        return status == 429 || status >= 500 || status == 408;
    }

    /// The body as JSON; an empty object if it is none.
    public JsonNode json() {
        try {
            Json.requireReadable(body, body.length);
            JsonNode tree = MAPPER.readTree(body);
            return tree == null ? MAPPER.createObjectNode() : tree;
        } catch (JacksonException | ProtocolException _) {
            return MAPPER.createObjectNode();
        }
    }

    /// The code of a problem, or of a stale lease its type.
    public String code() {
        JsonNode json = json();
        return json.path("code").asString(json.path("type").asString(""));
    }

    public boolean isStaleLease() {
        return status == 409 && code().equals("StaleLease");
    }

    public Optional<Long> offset() {
        return headers.firstValue("Upload-Offset")
                .filter(text -> text.matches("[0-9]{1,18}"))
                .map(Long::valueOf);
    }

    /// The refusal in words, fit to be shown.
    public String problem() {
        JsonNode json = json();
        return "%d %s %s"
                .formatted(status, code(), Shown.of(json.path("detail").asString("")))
                .strip();
    }

    @Override
    public String toString() {
        return "Reply[%d, %d bytes]".formatted(status, body.length);
    }
}
