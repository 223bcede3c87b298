package dev.baton.server.api;

import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.store.Views;
import dev.baton.store.Views.JobFilter;
import dev.baton.store.Views.JobView;
import dev.baton.store.Views.RunView;

import java.util.ArrayList;
import java.util.List;

/// Finds what a path names, or answers 404.
final class Lookup {
    private static final int CHUNK = 1_000;

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

    /// All jobs of a run, oldest first.
    List<JobView> jobsOf(RunId run) {
        var filter = new JobFilter(run, null, null, null);
        var all = new ArrayList<JobView>();
        List<JobView> chunk = views.jobs(filter, null, CHUNK);
        while (!chunk.isEmpty()) {
            all.addAll(chunk);
            chunk =
                    chunk.size() < CHUNK
                            ? List.of()
                            : views.jobs(filter, chunk.getLast().id(), CHUNK);
        }
        return all.reversed();
    }
}
