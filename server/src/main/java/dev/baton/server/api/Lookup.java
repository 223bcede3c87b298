package dev.baton.server.api;

import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.store.Views;
import dev.baton.store.Views.JobView;
import dev.baton.store.Views.RunView;

/// Finds what a path names, or answers 404.
final class Lookup {
    private final Views views;

    Lookup(Views views) {
        this.views = views;
    }

    JobView job(Call call) {
        JobId id = JobId.parse(call.parameter("job"));
        return views.job(id).orElseThrow(() -> Problem.notFound(id.toString()).asException());
    }

    RunView run(Call call) {
        RunId id = RunId.parse(call.parameter("run"));
        return views.run(id).orElseThrow(() -> Problem.notFound(id.toString()).asException());
    }
}
