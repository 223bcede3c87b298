package dev.baton.server.api;

import dev.baton.core.JobId;
import dev.baton.core.Requirement;
import dev.baton.core.Status;
import dev.baton.server.http.JsonBody;
import dev.baton.server.runner.Commands;
import dev.baton.store.Views.AttemptView;
import dev.baton.store.Views.AuditLine;
import dev.baton.store.Views.JobView;
import dev.baton.store.Views.OutcomeView;
import dev.baton.store.Views.RunView;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Jobs, runs and audit lines as JSON.
final class JobJson {
    private JobJson() {}

    private static ObjectNode brief(JobView job) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("id", job.id().toString());
        json.put("run_id", job.run().toString());
        json.put("name", job.name());
        json.put("kind", job.kind().toLowerCase(Locale.ROOT));
        json.put("status", job.status().name());
        json.put("waits_for", job.waits());
        json.put("attempt", job.attempt());
        json.put("epoch", job.epoch());
        json.put("priority", job.priority());
        var requirement = json.putArray("requirement");
        Requirement.ofSignature(job.requirement()).tags().forEach(requirement::add);
        json.put("gate", job.gate());
        var needs = json.putArray("needs");
        job.needs().forEach(need -> needs.add(need.toString()));
        json.put("retry_of", job.retryOf() == null ? null : job.retryOf().toString());
        json.put("created_at", time(job.times().created()));
        json.put("not_before", time(job.times().notBefore()));
        json.put("started_at", time(job.times().started()));
        json.put("finished_at", time(job.times().finished()));
        json.put("runner_id", job.runner());
        json.set("outcome", outcome(job.outcome()));
        return json;
    }

    /// A job as it stands in lists: what its runner reported is shown with the job itself.
    static ObjectNode listed(JobView job) {
        var json = brief(job);
        if (json.get("outcome") instanceof ObjectNode outcome) {
            outcome.remove("report");
        }
        return json;
    }

    /// All that is known of a job.
    ///
    /// @param names of the jobs that it needs
    static ObjectNode whole(JobView job, Map<JobId, String> names) {
        var json = brief(job);
        json.put("unique_key", job.extras().uniqueKey());
        addProgress(json, stored(job.progress()));
        json.set("plan", plan(job.plan()));
        JsonNode spec = StoredSubmissions.spec(job);
        json.set("spec", spec);
        json.set(
                "submission",
                StoredSubmissions.job(job, spec, names)
                        .<JsonNode>map(shown -> shown)
                        .orElse(NullNode.getInstance()));
        return json;
    }

    /// What the newest heartbeat said, the part on the log apart.
    private static void addProgress(ObjectNode json, JsonNode said) {
        JsonNode cursor =
                said instanceof ObjectNode object ? object.remove(Commands.LOG_CURSOR) : null;
        json.set("progress", said.isEmpty() ? NullNode.getInstance() : said);
        json.set("log_cursor", cursor == null ? NullNode.getInstance() : cursor);
    }

    /// A plan that cannot be read is shown as the text that it is: the job ended because of it.
    private static JsonNode plan(String stored) {
        try {
            return JsonBody.stored(stored);
        } catch (JacksonException _) {
            return JsonNodeFactory.instance.stringNode(stored);
        }
    }

    /// What became of each lease of a job.
    static ArrayNode attempts(List<AttemptView> attempts) {
        var json = JsonNodeFactory.instance.arrayNode();
        attempts.forEach(attempt -> json.add(attempt(attempt)));
        return json;
    }

    private static ObjectNode attempt(AttemptView attempt) {
        var ending = attempt.ending();
        var json = JsonNodeFactory.instance.objectNode();
        json.put("attempt", attempt.attempt() == 0 ? null : attempt.attempt());
        json.put("epoch", attempt.epoch());
        json.put("runner_id", attempt.runner());
        json.put("granted_at", time(attempt.granted()));
        json.put("started_at", time(attempt.started()));
        json.put("ended_at", time(attempt.ended()));
        json.put("ending", ending == null ? null : ending.name());
        json.put("summary", attempt.why());
        json.set("error", error(attempt.report()));
        return json;
    }

    /// What a function said of its failure, if it did.
    static JsonNode error(@Nullable String report) {
        return stored(report).path("error").asOptional().orElse(NullNode.getInstance());
    }

    static ObjectNode run(RunView run) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("id", run.id().toString());
        json.put("name", run.name());
        var labels = json.putObject("labels");
        run.labels().forEach(labels::put);
        json.put("submitted_by", run.by());
        json.put("created_at", time(run.created()));
        var jobs = json.putObject("jobs");
        boolean finished = true;
        for (Status status : Status.values()) {
            int count = run.jobs().getOrDefault(status, 0);
            jobs.put(status.name(), count);
            finished &= count == 0 || status.isFinal();
        }
        json.put("finished", finished);
        return json;
    }

    static ObjectNode audit(AuditLine line) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("seq", line.seq());
        json.put("at", time(line.at()));
        json.put("kind", line.kind());
        json.put("attempt", line.attempt());
        json.put("epoch", line.epoch());
        json.put("actor", line.actor());
        json.put("why", line.why());
        json.put("hash", line.hash());
        json.put("evidence", line.evidence());
        return json;
    }

    private static JsonNode outcome(@Nullable OutcomeView outcome) {
        if (outcome == null) {
            return JsonNodeFactory.instance.nullNode();
        }
        var json = JsonNodeFactory.instance.objectNode();
        json.put("cause", outcome.cause());
        json.put("why", outcome.why());
        json.set("report", stored(outcome.report()));
        return json;
    }

    private static JsonNode stored(@Nullable String json) {
        return json == null ? JsonNodeFactory.instance.nullNode() : JsonBody.stored(json);
    }

    private static @Nullable String time(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
