package dev.baton.server.api;

import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonWeight;
import dev.baton.server.http.Problem;
import dev.baton.store.Views;
import dev.baton.store.Views.JobView;
import dev.baton.store.Views.RunView;

import java.util.Collection;
import java.util.List;

/// Finds what a path names, or answers 404.
final class Lookup {
    /// As the database gives it, as a text, and as what is made of it.
    private static final int COPIES = 3;

    /// What a job takes beside its texts, as it is read and as it is shown.
    private static final int WITHOUT_TEXTS = 2 << 10;

    private final Views views;

    Lookup(Views views) {
        this.views = views;
    }

    JobView job(Call call) {
        JobId id = JobId.parse(call.parameter("job"));
        return views.job(id).orElseThrow(() -> Problem.notFound(id.toString()).asException());
    }

    /// A job with its texts, which may be long: the call holds the memory that it takes to show them.
    JobView wholeJob(Call call) {
        hold(call, List.of(JobId.parse(call.parameter("job"))));
        JobView job = job(call);
        var outcome = job.outcome();
        String report = outcome == null ? null : outcome.report();
        call.holdMemoryToParse(
                JsonWeight.of(job.spec()) + (report == null ? 0 : JsonWeight.of(report)));
        return job;
    }

    /// All jobs of a run with their texts: the call holds the memory that it takes to show them.
    List<JobView> wholeJobs(Call call, RunView run) {
        hold(call, views.statusesOf(run.id()).keySet());
        List<JobView> jobs = views.jobsOf(run.id());
        call.holdMemory((long) jobs.size() * WITHOUT_TEXTS);
        call.holdMemoryToParse(
                jobs.stream().mapToLong(job -> JsonWeight.of(job.spec())).max().orElse(0));
        return jobs;
    }

    /// Holds the memory that it takes to read some jobs with their texts.
    void hold(Call call, Collection<JobId> jobs) {
        call.holdMemory(COPIES * views.charactersOf(jobs));
    }

    RunView run(Call call) {
        RunId id = RunId.parse(call.parameter("run"));
        return views.run(id).orElseThrow(() -> Problem.notFound(id.toString()).asException());
    }
}
