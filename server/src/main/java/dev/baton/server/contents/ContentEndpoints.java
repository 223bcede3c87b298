package dev.baton.server.contents;

import dev.baton.server.http.Access;
import dev.baton.server.http.Route;

import java.util.List;

/// `/v1/contents`: what users send along with their jobs.
public final class ContentEndpoints {
    private final ContentDesk desk;

    public ContentEndpoints(ContentDesk desk) {
        this.desk = desk;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/v1/contents/missing", Access.USER, desk::missing),
                Route.post("/v1/contents", Access.USER, desk::receive),
                Route.post("/v1/contents/fetch", Access.USER, desk::send));
    }
}
