package dev.baton.server.api;

import dev.baton.core.RunId;
import dev.baton.protocol.submit.JobSubmission;
import dev.baton.protocol.submit.RunSubmission;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.store.Engine;
import dev.baton.store.NewRun;
import dev.baton.store.NewRun.NewJob;
import dev.baton.store.Submitted;

import tools.jackson.databind.node.JsonNodeFactory;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/// Puts runs into the store, once for each key.
public final class Submissions {
    private static final String KEY_HEADER = "Idempotency-Key";
    private static final int MOST_KEY_CHARACTERS = 200;

    private final Engine engine;

    public Submissions(Engine engine) {
        this.engine = engine;
    }

    /// What there is to submit, apart from who asks.
    public record Order(String name, Map<String, String> labels, List<NewJob> jobs) {
        public static Order of(RunSubmission submission, Instant now) {
            var places = new HashMap<String, Integer>();
            for (int i = 0; i < submission.jobs().size(); i++) {
                places.put(submission.jobs().get(i).name(), i);
            }
            return new Order(
                    Objects.requireNonNullElse(submission.name(), ""),
                    submission.labels(),
                    submission.jobs().stream().map(job -> job(job, places, now)).toList());
        }

        private static NewJob job(JobSubmission job, Map<String, Integer> places, Instant now) {
            var gate = job.gate();
            return new NewJob(
                    job.name(),
                    job.kind().name(),
                    job.planAt(now),
                    gate == null ? 0 : gate.limit(),
                    job.needs().stream().map(places::get).toList(),
                    job.specJson(),
                    null,
                    job.extras());
        }
    }

    /// Submits, and answers as `POST /v1/runs` does.
    ///
    /// @param body what the request said: the same key with another body is a conflict
    public Answered submit(Call call, byte[] body, Order order) {
        call.charge(order.jobs().size());
        var run =
                new NewRun(
                        key(call),
                        fingerprint(call, body),
                        call.caller().credential(),
                        call.caller().name(),
                        order.name(),
                        order.labels(),
                        order.jobs());
        return switch (engine.submit(run)) {
            case Submitted.Created created -> answer(created, order);
            case Submitted.Merged merged -> answer(merged);
            case Submitted.KeyReused reused ->
                    throw Problem.of(
                                    409,
                                    "IDEMPOTENCY_KEY_REUSED",
                                    "the key was used before, for another request")
                            .with("run_id", reused.run().toString())
                            .asException();
        };
    }

    private static Answered answer(Submitted.Created created, Order order) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("run_id", created.run().toString());
        var jobs = json.putArray("jobs");
        for (int i = 0; i < created.jobs().size(); i++) {
            jobs.addObject()
                    .put("id", created.jobs().get(i).toString())
                    .put("name", order.jobs().get(i).name());
        }
        return Answered.json(created.repeated() ? 200 : 201, json)
                .with("Location", "/v1/runs/" + created.run());
    }

    /// A job that was there before says so, and is of another run. If all of them are, there is no new run.
    private static Answered answer(Submitted.Merged merged) {
        RunId run = merged.run();
        var json = JsonNodeFactory.instance.objectNode();
        json.put("run_id", run == null ? null : run.toString());
        var jobs = json.putArray("jobs");
        for (var placed : merged.jobs()) {
            var job = jobs.addObject();
            job.put("id", placed.id().toString()).put("name", placed.name());
            if (placed.existing()) {
                job.put("existing", true);
            }
        }
        var answer = Answered.json(run == null || merged.repeated() ? 200 : 201, json);
        return run == null ? answer : answer.with("Location", "/v1/runs/" + run);
    }

    private static String key(Call call) {
        String key = call.header(KEY_HEADER).orElseGet(() -> UUID.randomUUID().toString());
        if (key.isEmpty()
                || key.length() > MOST_KEY_CHARACTERS
                || !key.chars().allMatch(c -> c > ' ' && c <= '~')) {
            throw Problem.invalid(
                            "%s: expected 1 to %d printable ASCII characters"
                                    .formatted(KEY_HEADER, MOST_KEY_CHARACTERS))
                    .asException();
        }
        return key;
    }

    /// Of the path too: to repeat another job is another request.
    private static String fingerprint(Call call, byte[] body) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(call.path().getBytes(java.nio.charset.StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
