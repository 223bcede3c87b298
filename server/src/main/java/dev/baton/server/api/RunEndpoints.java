package dev.baton.server.api;

import dev.baton.core.RunId;
import dev.baton.protocol.submit.SubmissionReader;
import dev.baton.server.api.Submissions.Order;
import dev.baton.server.config.Limits;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.HeavyWork;
import dev.baton.server.http.JsonBody;
import dev.baton.server.http.Route;
import dev.baton.store.Engine;

import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;

/// `/v1/runs`: submit, list, show, cancel, rerun.
public final class RunEndpoints {
    private static final int SMALL_BODY = 64 << 10;

    private final Engine engine;
    private final Lookup lookup;
    private final Submissions submissions;
    private final Cancels cancels;
    private final Limits limits;
    private final SubmissionReader reader;
    private final InstantSource clock;
    private final HeavyWork heavyWork = new HeavyWork();

    public RunEndpoints(
            Engine engine, Limits limits, SubmissionReader reader, InstantSource clock) {
        this.engine = engine;
        lookup = new Lookup(engine.views());
        submissions = new Submissions(engine);
        cancels = new Cancels(engine);
        this.limits = limits;
        this.reader = reader;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/v1/runs", Access.USER, this::submit),
                Route.get("/v1/runs", Access.USER, this::list),
                Route.get("/v1/runs/{run}", Access.USER, this::show),
                Route.get("/v1/runs/{run}/submission", Access.USER, this::submission),
                Route.post("/v1/runs/{run}/cancel", Access.USER, this::cancel),
                Route.post("/v1/runs/{run}/rerun", Access.USER, this::rerun));
    }

    private Answered submit(Call call) throws IOException {
        byte[] body = call.jsonBody(limits.submitBytes());
        var order =
                heavyWork.on(
                        body.length,
                        () -> Order.of(reader.read(body, call.trace()), clock.instant()));
        return submissions.submit(call, body, order);
    }

    private Answered list(Call call) {
        var page = Page.of(call);
        Long before = page.before();
        var found = engine.views().runs(before == null ? null : new RunId(before), page.limit());
        var json = JsonNodeFactory.instance.objectNode();
        var runs = json.putArray("runs");
        found.runs().forEach(run -> runs.add(JobJson.run(run)));
        Page.putNext(found.next() == null ? null : found.next().value(), json);
        return Answered.json(200, json);
    }

    private Answered show(Call call) {
        return Answered.json(200, JobJson.run(lookup.run(call)));
    }

    /// What was submitted, as it can be submitted again.
    private Answered submission(Call call) {
        var run = lookup.run(call);
        return Answered.json(200, StoredSubmissions.run(run, lookup.wholeJobs(call, run)));
    }

    private Answered cancel(Call call) throws IOException {
        var run = lookup.run(call);
        var why = JsonBody.readOptional(call, SMALL_BODY).textOrNull("reason");
        var jobs = engine.views().statusesOf(run.id());
        return Answered.json(202, cancels.run(run, jobs, call.caller(), why));
    }

    private Answered rerun(Call call) throws IOException {
        var run = lookup.run(call);
        boolean failedOnly = JsonBody.readOptional(call, SMALL_BODY).flag("failed_only");
        lookup.hold(call, engine.views().statusesOf(run.id()).keySet());
        var order = Repeats.ofRun(run, engine.views().jobsOf(run.id()), failedOnly);
        byte[] asked = Boolean.toString(failedOnly).getBytes(StandardCharsets.UTF_8);
        return submissions.submit(call, asked, order);
    }
}
