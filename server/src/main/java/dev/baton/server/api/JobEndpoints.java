package dev.baton.server.api;

import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.core.Status;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonBody;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.store.Engine;
import dev.baton.store.Views.JobFilter;

import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// `/v1/jobs`: list, show, cancel, retry, audit.
public final class JobEndpoints {
    private static final int SMALL_BODY = 64 << 10;
    private static final int MOST_LINES = 1_000;
    private static final int MOST_COUNTED = 1_000;

    private final Engine engine;
    private final Lookup lookup;
    private final Submissions submissions;
    private final Cancels cancels;

    public JobEndpoints(Engine engine) {
        this.engine = engine;
        lookup = new Lookup(engine.views());
        submissions = new Submissions(engine);
        cancels = new Cancels(engine);
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/jobs", Access.USER, this::list),
                Route.get("/v1/jobs/{job}", Access.USER, this::show),
                Route.post("/v1/jobs/{job}/cancel", Access.USER, this::cancel),
                Route.post("/v1/jobs/{job}/retry", Access.USER, this::retry),
                Route.get("/v1/jobs/{job}/audit", Access.USER, this::audit));
    }

    private Answered list(Call call) {
        var filter =
                new JobFilter(
                        call.query("run").map(RunId::parse).orElse(null),
                        call.query("status").map(JobEndpoints::status).orElse(null),
                        call.query("name").orElse(null),
                        call.query("runner").orElse(null));
        var page = Page.of(call);
        Long before = page.before();
        var found =
                engine.views()
                        .jobs(filter, before == null ? null : new JobId(before), page.limit());
        var json = JsonNodeFactory.instance.objectNode();
        var jobs = json.putArray("jobs");
        found.jobs().forEach(job -> jobs.add(JobJson.listed(job)));
        Page.putNext(found.next() == null ? null : found.next().value(), json);
        return Answered.json(200, json);
    }

    private Answered show(Call call) {
        var job = lookup.wholeJob(call);
        var json = JobJson.whole(job, engine.views().names(job.needs()));
        json.set("attempts", JobJson.attempts(engine.views().attempts(job.id())));
        if (job.status() == Status.QUEUED) {
            engine.views().ahead(job.id(), MOST_COUNTED).ifPresent(n -> json.put("ahead", n));
        }
        return Answered.json(200, json);
    }

    private Answered cancel(Call call) throws IOException {
        var why = JsonBody.readOptional(call, SMALL_BODY).textOrNull("reason");
        var job = JobId.parse(call.parameter("job"));
        return Answered.json(202, cancels.job(job, call.caller(), why));
    }

    private Answered retry(Call call) {
        var job = lookup.wholeJob(call);
        var run =
                engine.views()
                        .run(job.run())
                        .orElseThrow(() -> Problem.notFound("the run").asException());
        return submissions.submit(call, new byte[0], Repeats.ofJob(job, run));
    }

    private Answered audit(Call call) {
        var job = lookup.job(call);
        int after = (int) call.query("after", 0, Integer.MAX_VALUE, 0);
        int limit = (int) call.query("limit", 1, MOST_LINES, MOST_LINES);
        var json = JsonNodeFactory.instance.objectNode();
        json.put("job_id", job.id().toString());
        var events = json.putArray("events");
        engine.views()
                .audit(job.id(), after, limit)
                .forEach(line -> events.add(JobJson.audit(line)));
        return Answered.json(200, json);
    }

    private static Status status(String text) {
        String wanted = text.toUpperCase(Locale.ROOT);
        return Arrays.stream(Status.values())
                .filter(status -> status.name().equals(wanted))
                .findAny()
                .orElseThrow(
                        () ->
                                Problem.invalid(
                                                "status: expected one of "
                                                        + Arrays.toString(Status.values()))
                                        .asException());
    }
}
