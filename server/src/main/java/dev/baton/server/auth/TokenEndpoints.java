package dev.baton.server.auth;

import dev.baton.server.auth.TokenDesk.Wanted;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonBody;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.store.Tokens.Kind;
import dev.baton.store.Tokens.Token;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/// `/v1/tokens`: admins issue, list and revoke tokens.
public final class TokenEndpoints {
    private static final int MOST_BYTES = 64 << 10;

    private final TokenDesk desk;

    public TokenEndpoints(TokenDesk desk) {
        this.desk = desk;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/v1/tokens", Access.ADMIN, this::issue),
                Route.get("/v1/tokens", Access.ADMIN, this::list),
                Route.delete("/v1/tokens/{token}", Access.ADMIN, this::revoke));
    }

    private Answered issue(Call call) throws IOException {
        var body = JsonBody.read(call, MOST_BYTES);
        var wanted =
                new Wanted(
                        kind(body.text("kind")),
                        body.text("name"),
                        body.textOrNull("runner"),
                        body.timeOrNull("expires"));
        var issued = desk.issue(wanted);
        ObjectNode json = shown(issued.token());
        json.put("token", issued.secret());
        return Answered.json(201, json)
                .with("Location", "/v1/tokens/" + issued.token().id())
                .with("Cache-Control", "no-store");
    }

    private Answered list(Call call) {
        var json = JsonNodeFactory.instance.objectNode();
        var all = json.putArray("tokens");
        desk.list().forEach(token -> all.add(shown(token)));
        return Answered.json(200, json);
    }

    private Answered revoke(Call call) {
        String id = call.parameter("token");
        if (!desk.revoke(id)) {
            throw Problem.notFound("a token with this id that is not revoked").asException();
        }
        return Answered.empty(204);
    }

    private static Kind kind(String text) {
        return switch (text) {
            case "admin" -> Kind.ADMIN;
            case "user" -> Kind.USER;
            case "runner" -> Kind.RUNNER;
            default -> throw Problem.invalid("kind: expected admin, user or runner").asException();
        };
    }

    private static ObjectNode shown(Token token) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("id", token.id());
        json.put("kind", token.kind().name().toLowerCase(Locale.ROOT));
        json.put("name", token.name());
        json.put("runner", token.runner());
        json.put("created", token.created().toString());
        json.put("expires", token.expires() == null ? null : token.expires().toString());
        json.put("revoked", token.revoked() == null ? null : token.revoked().toString());
        return json;
    }
}
