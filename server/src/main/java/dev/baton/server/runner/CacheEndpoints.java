package dev.baton.server.runner;

import dev.baton.server.contents.CacheDesk;
import dev.baton.server.http.Access;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.store.Views;
import dev.baton.store.Views.LiveLease;

import java.util.List;

/// `/v1/runner/caches`: for whoever holds a lease.
public final class CacheEndpoints {
    private static final String PATH = "/v1/runner/caches";

    private final Views views;
    private final CacheDesk desk;
    private final FencedLease fence;

    public CacheEndpoints(Views views, CacheDesk desk) {
        this.views = views;
        this.desk = desk;
        fence = new FencedLease(views);
    }

    public List<Route> routes() {
        return List.of(
                Route.get(
                        PATH,
                        Access.RUNNER,
                        call -> fence.upload(call, lease -> desk.find(call, scopeOf(lease)))),
                Route.put(
                        PATH,
                        Access.RUNNER,
                        call -> fence.upload(call, lease -> desk.save(call, scopeOf(lease)))));
    }

    /// Who submitted the run: a job finds what jobs of the same submitter saved, and takes no key of anybody else.
    private String scopeOf(LiveLease lease) {
        return views.submitterOf(lease.job())
                .orElseThrow(() -> Problem.notFound("the job").asException());
    }
}
