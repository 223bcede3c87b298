package dev.baton.server.runner;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.store.Views;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// `GET /v1/runner/spec`: the job_spec of a lease, when it was too large to travel in the grant.
public final class SpecFetch {
    /// The text, its bytes, and those that are being sent.
    private static final int COPIES = 3;

    private final Views views;
    private final FencedLease fence;

    public SpecFetch(Views views) {
        this.views = views;
        fence = new FencedLease(views);
    }

    public List<Route> routes() {
        return List.of(Route.get(Grants.SPEC_PATH, Access.RUNNER, this::fetch));
    }

    private Answered fetch(Call call) throws Exception {
        return fence.upload(
                call,
                lease -> {
                    call.holdMemory(COPIES * views.charactersOf(List.of(lease.job())));
                    String spec =
                            views.spec(lease.job())
                                    .orElseThrow(() -> Problem.notFound("the job").asException());
                    return Answered.json(200, spec.getBytes(StandardCharsets.UTF_8))
                            .with("Cache-Control", "no-store");
                });
    }
}
