package dev.baton.server.runner;

import dev.baton.server.contents.ContentDesk;
import dev.baton.server.http.Access;
import dev.baton.server.http.Route;
import dev.baton.store.Views;

import java.util.List;

/// `/v1/runner/contents`: the same as for users, for whoever holds a lease.
public final class RunnerContents {
    private final ContentDesk desk;
    private final FencedLease fence;

    public RunnerContents(Views views, ContentDesk desk) {
        this.desk = desk;
        fence = new FencedLease(views);
    }

    public List<Route> routes() {
        return List.of(
                Route.post(
                        "/v1/runner/contents/missing",
                        Access.RUNNER,
                        call -> fence.upload(call, _ -> desk.missing(call))),
                Route.post(
                        "/v1/runner/contents",
                        Access.RUNNER,
                        call -> fence.upload(call, _ -> desk.receive(call))),
                Route.post(
                        "/v1/runner/contents/fetch",
                        Access.RUNNER,
                        call -> fence.upload(call, _ -> desk.send(call))));
    }
}
