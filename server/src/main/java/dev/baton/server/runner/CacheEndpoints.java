package dev.baton.server.runner;

import dev.baton.server.contents.CacheDesk;
import dev.baton.server.http.Access;
import dev.baton.server.http.Route;
import dev.baton.store.Views;

import java.util.List;

/// `/v1/runner/caches`: for whoever holds a lease.
public final class CacheEndpoints {
    private static final String PATH = "/v1/runner/caches";

    private final CacheDesk desk;
    private final FencedLease fence;

    public CacheEndpoints(Views views, CacheDesk desk) {
        this.desk = desk;
        fence = new FencedLease(views);
    }

    public List<Route> routes() {
        return List.of(
                Route.get(PATH, Access.RUNNER, call -> fence.answer(call, _ -> desk.find(call))),
                Route.put(PATH, Access.RUNNER, call -> fence.answer(call, _ -> desk.save(call))));
    }
}
