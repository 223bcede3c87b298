package dev.baton.server.api;

import dev.baton.core.JobId;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonBody;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.store.DeadLetters;
import dev.baton.store.DeadLetters.DeadLetter;
import dev.baton.store.DeadLetters.Filter;
import dev.baton.store.Engine;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// `/v1/dead-letters`: list, show, requeue, discard.
public final class DeadLetterEndpoints {
    private static final int SMALL_BODY = 64 << 10;
    private static final int MOST = 1_000;
    private static final int DEFAULT_LIMIT = 50;

    private final Engine engine;
    private final DeadLetters letters;
    private final Lookup lookup;
    private final Requeues requeues;

    public DeadLetterEndpoints(Engine engine) {
        this.engine = engine;
        letters = engine.deadLetters();
        lookup = new Lookup(engine.views());
        requeues = new Requeues(engine);
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/dead-letters", Access.USER, this::list),
                Route.get("/v1/dead-letters/{job}", Access.USER, this::show),
                Route.post("/v1/dead-letters/requeue", Access.USER, this::requeueMany),
                Route.post("/v1/dead-letters/discard", Access.USER, this::discardMany),
                Route.post("/v1/dead-letters/{job}/requeue", Access.USER, this::requeue),
                Route.post("/v1/dead-letters/{job}/discard", Access.USER, this::discard));
    }

    private Answered list(Call call) {
        var filter =
                new Filter(
                        call.query("queue").orElse(null),
                        call.query("executor").orElse(null),
                        call.query("function").orElse(null),
                        call.query("error_type").orElse(null));
        int limit = (int) call.query("limit", 1, MOST, DEFAULT_LIMIT);
        var after = call.query("after").map(JobId::parse).orElse(null);
        var page = letters.list(filter, after, limit);
        var json = JsonNodeFactory.instance.objectNode();
        var array = json.putArray("dead_letters");
        page.letters().forEach(letter -> array.add(json(letter)));
        json.put("next", page.next() == null ? null : page.next().toString());
        return Answered.json(200, json);
    }

    private Answered show(Call call) {
        var letter = letter(call);
        var found = lookup.wholeJob(call);
        var job = JobJson.whole(found, engine.views().names(found.needs()));
        job.set("attempts", JobJson.attempts(engine.views().attempts(letter.job())));
        var json = json(letter);
        json.set("job", job);
        return Answered.json(200, json);
    }

    private Answered requeue(Call call) {
        var letter = letter(call);
        var requeued = requeues.requeue(letter, call.caller());
        if (requeued == null) {
            throw Problem.of(409, "ALREADY_DISCARDED", "%s was discarded".formatted(letter.job()))
                    .asException();
        }
        var run = requeued.run();
        var json = JsonNodeFactory.instance.objectNode();
        json.put("job_id", requeued.job().toString());
        json.put("run_id", run == null ? runOf(requeued.job()) : run.toString());
        return Answered.json(200, json);
    }

    private String runOf(JobId job) {
        return engine.views()
                .job(job)
                .orElseThrow(() -> Problem.notFound(job.toString()).asException())
                .run()
                .toString();
    }

    private Answered discard(Call call) {
        var letter = letter(call);
        if (!letters.discard(letter.job())) {
            throw Problem.of(409, "ALREADY_REQUEUED", "%s was requeued".formatted(letter.job()))
                    .asException();
        }
        var json = JsonNodeFactory.instance.objectNode();
        json.put("job_id", letter.job().toString());
        json.put("discarded", true);
        return Answered.json(200, json);
    }

    private Answered requeueMany(Call call) throws IOException {
        var caller = call.caller();
        return each(call, "requeued", letter -> requeues.requeue(letter, caller) != null);
    }

    private Answered discardMany(Call call) throws IOException {
        return each(call, "discarded", letter -> letters.discard(letter.job()));
    }

    /// Does it to the letters that the body names or describes, at most a bound of them, and counts those it was done to.
    private Answered each(Call call, String counted, Predicate<DeadLetter> act) throws IOException {
        var body = JsonBody.read(call, SMALL_BODY);
        body.allowOnly("jobs", "filter");
        int done = 0;
        for (DeadLetter letter : chosen(body)) {
            done += act.test(letter) ? 1 : 0;
        }
        var json = JsonNodeFactory.instance.objectNode();
        json.put(counted, done);
        return Answered.json(200, json);
    }

    private List<DeadLetter> chosen(JsonBody body) {
        var named = body.texts("jobs", MOST);
        var filter = body.objectOrNull("filter");
        if (named.isEmpty() == (filter == null)) {
            throw Problem.of(
                            400,
                            "INVALID_FIELD",
                            "jobs: expected either some jobs or a filter, which may be {}")
                    .with("field", "jobs")
                    .asException();
        }
        if (filter == null) {
            return named.stream()
                    .map(JobId::parse)
                    .distinct()
                    .map(letters::find)
                    .flatMap(Optional::stream)
                    .toList();
        }
        filter.allowOnly("queue", "executor", "function", "error_type");
        var page =
                letters.list(
                        new Filter(
                                filter.textOrNull("queue"),
                                filter.textOrNull("executor"),
                                filter.textOrNull("function"),
                                filter.textOrNull("error_type")),
                        null,
                        MOST);
        return page.letters();
    }

    private DeadLetter letter(Call call) {
        JobId id = JobId.parse(call.parameter("job"));
        return letters.find(id)
                .orElseThrow(() -> Problem.notFound("a dead letter " + id).asException());
    }

    private static ObjectNode json(DeadLetter letter) {
        var requeuedAs = letter.requeuedAs();
        var json = JsonNodeFactory.instance.objectNode();
        json.put("job_id", letter.job().toString());
        json.put("queue", letter.function().queue());
        json.put("executor", letter.function().executor());
        json.put("function", letter.function().function());
        json.put("error_type", letter.errorType());
        json.set("error", JobJson.error(letter.report()));
        json.put("why", letter.why());
        json.put("attempts", letter.attempts());
        json.put("died_at", letter.died().toString());
        json.put("requeued_as", requeuedAs == null ? null : requeuedAs.toString());
        json.put("discarded", letter.discarded());
        return json;
    }
}
