package dev.baton.server.api;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Route;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// `/openapi.json`: the description of everything here, kept by hand and held to the routes by a test.
public final class OpenApi {
    private final byte[] document;

    public OpenApi() {
        try (var in = OpenApi.class.getResourceAsStream("openapi.json")) {
            if (in == null) {
                throw new IllegalStateException("openapi.json is missing from the jar");
            }
            document = in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public List<Route> routes() {
        return List.of(Route.get("/openapi.json", Access.OPEN, _ -> Answered.json(200, document)));
    }
}
