package dev.baton.server.api;

import dev.baton.core.JobId;
import dev.baton.protocol.Limits;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonBody;
import dev.baton.server.http.Peer;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.watch.ResultWait;
import dev.baton.server.watch.ResultWaits;
import dev.baton.store.Engine;
import dev.baton.store.Results;
import dev.baton.store.Results.Ended;

import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// What came of jobs, for those who wait for it: of one, or of those of many that are over.
public final class ResultEndpoints {
    private static final int MOST_JOBS = 1_000;
    private static final int MOST_BYTES = 64 << 10;

    /// The report, the result in it, the answer, and its bytes.
    private static final int COPIES = 4;

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(Limits.MOST_WAIT_SECONDS);

    /// How often a caller that waits is looked after: it may have gone, or its token may have.
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

    private final Engine engine;
    private final Results results;
    private final ResultWaits waits;

    public ResultEndpoints(Engine engine, ResultWaits waits) {
        this.engine = engine;
        results = engine.results();
        this.waits = waits;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/jobs/{job}/result", Access.USER, this::one),
                Route.post("/v1/results", Access.USER, this::many));
    }

    private Answered one(Call call) throws InterruptedException {
        JobId job = JobId.parse(call.parameter("job"));
        long seconds = call.query("wait_seconds", 0, LONGEST_WAIT.toSeconds(), 0);
        try (var wait = waits.open(Set.of(job))) {
            if (load(wait, Set.of(job)) == 0) {
                throw Problem.notFound(job.toString()).asException();
            }
            await(call, wait, 1, Duration.ofSeconds(seconds));
            call.holdMemory(COPIES * wait.characters());
            return wait.count() == 0 ? notYet(job) : answer(wait.ended().getFirst());
        }
    }

    private Answered notYet(JobId id) {
        var job =
                engine.views()
                        .job(id)
                        .orElseThrow(() -> Problem.notFound(id.toString()).asException());
        var json = JsonNodeFactory.instance.objectNode();
        json.put("job_id", id.toString());
        json.put("status", job.status().name());
        return Answered.json(202, json);
    }

    private static Answered answer(Ended ended) {
        if (ended.forgotten()) {
            throw Problem.of(
                            410,
                            "RESULT_EXPIRED",
                            "%s ended as %s at %s, and its result is not kept any more"
                                    .formatted(ended.job(), ended.status(), ended.at()))
                    .asException();
        }
        return Answered.json(200, ResultsJson.of(ended));
    }

    private Answered many(Call call) throws IOException, InterruptedException {
        var body = JsonBody.read(call, MOST_BYTES);
        body.allowOnly("jobs", "wait_seconds", "at_least");
        var jobs = new LinkedHashSet<JobId>();
        body.texts("jobs", MOST_JOBS).forEach(text -> jobs.add(JobId.parse(text)));
        var longest =
                Objects.requireNonNullElse(
                        body.secondsOrNull("wait_seconds", LONGEST_WAIT), Duration.ZERO);
        int atLeast = body.number("at_least", 1, MOST_JOBS, 1);
        try (var wait = waits.open(jobs)) {
            int known = load(wait, jobs);
            await(call, wait, Math.min(atLeast, known), longest);
            call.holdMemory(COPIES * wait.characters());
            List<Ended> ended = wait.ended();
            return Answered.json(200, ResultsJson.of(ended, known - ended.size()));
        }
    }

    /// Adds what is known of jobs.
    ///
    /// @return how many of them exist
    private int load(ResultWait wait, Collection<JobId> jobs) {
        var known = results.of(jobs);
        for (var job : known) {
            var ended = job.ended();
            if (ended != null) {
                wait.add(ended);
            } else if (job.unread()) {
                wait.fill();
            }
        }
        return known.size();
    }

    private void await(Call call, ResultWait wait, int wanted, Duration longest)
            throws InterruptedException {
        long left = longest.toNanos();
        if (wait.count() >= wanted || left == 0) {
            return;
        }
        call.allowSilence();
        long deadline = System.nanoTime() + left;
        while (wait.count() < wanted && left > 0 && !wait.isOver() && !wait.isFull()) {
            var toRead = wait.await(wanted, Math.min(left, LOOK_INTERVAL.toNanos()));
            if (!toRead.isEmpty()) {
                load(wait, toRead);
            }
            left = deadline - System.nanoTime();
            if (wait.count() < wanted && Peer.isGone(call.request())) {
                return;
            }
            call.mustStillBeAdmitted();
        }
    }
}
