package dev.baton.protocol.submit;

import dev.baton.core.JobPlan;
import dev.baton.core.RetryPolicy;
import dev.baton.protocol.PlanJson;
import dev.baton.protocol.Rfc3339;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Writes stored jobs as [SubmissionReader] reads them: submitting what is written gives the same jobs again.
///
/// What has its default value is left out, and so is what follows from the rest. A delay has become the time at which it ends. Secrets are
/// not known here: the caller hides them before.
public final class SubmissionWriter {
    /// What is shown instead of the value of a secret. A submission with it is refused.
    public static final String HIDDEN_SECRET = "***";

    private static final int SECOND_DECIMALS = 3;

    private SubmissionWriter() {}

    /// A job as it is stored.
    ///
    /// @param needs the names of the jobs that it needs
    /// @param gateLimit the limit of its gate; null if it has none
    /// @param spec its `job_spec`, as [SubmissionReader#storedSpec] reads it
    public record StoredJob(
            String name,
            JobKind kind,
            List<String> needs,
            JobPlan plan,
            @Nullable Integer gateLimit,
            JobExtras extras,
            JsonNode spec) {
        /// Without the spec: it may hold secrets.
        @Override
        public String toString() {
            return "StoredJob[name=%s, kind=%s, needs=%s]".formatted(name, kind, needs);
        }
    }

    /// A run without its jobs.
    public static ObjectNode run(String name, Map<String, String> labels) {
        var json = JsonNodeFactory.instance.objectNode();
        if (!name.isEmpty()) {
            json.put("name", name);
        }
        if (!labels.isEmpty()) {
            labels.forEach(json.putObject("labels")::put);
        }
        return json;
    }

    public static ObjectNode job(StoredJob job) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("name", job.name);
        job.spec.properties().stream()
                .filter(field -> !field.getKey().equals("function"))
                .forEach(field -> json.set(field.getKey(), field.getValue()));
        if (job.spec.get("function") instanceof ObjectNode function) {
            json.set("function", function(function));
        }
        putTexts(json, "needs", job.needs);
        putPlan(json, job);
        if (job.extras.uniqueKey() != null) {
            json.put("unique_key", job.extras.uniqueKey());
        }
        if (job.extras.resultTtl() != null) {
            json.put("result_ttl_seconds", seconds(job.extras.resultTtl()));
        }
        return json;
    }

    /// A duration as it is submitted: a number of seconds, down to milliseconds.
    public static BigDecimal seconds(Duration duration) {
        BigDecimal exact = BigDecimal.valueOf(duration.toMillis(), SECOND_DECIMALS);
        return duration.toMillisPart() == 0 ? exact.setScale(0) : exact.stripTrailingZeros();
    }

    /// A runner is told executor and handler apart, and the deadline of the job with them.
    private static ObjectNode function(ObjectNode stored) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put(
                "name",
                stored.path("executor").asString("") + '#' + stored.path("name").asString(""));
        for (String field : List.of("args", "kwargs", "queue", "trace_context")) {
            if (stored.has(field)) {
                json.set(field, stored.get(field));
            }
        }
        return json;
    }

    private static void putPlan(ObjectNode json, StoredJob job) {
        JobPlan plan = job.plan;
        if (plan.priority() != 0) {
            json.put("priority", plan.priority());
        }
        putTexts(json, "requirement", saidTags(job));
        if (plan.gate() != null) {
            var gate = json.putObject("gate").put("key", plan.gate().value());
            if (job.gateLimit != null) {
                gate.put("limit", job.gateLimit);
            }
        }
        if (plan.notBefore() != null) {
            json.put("not_before", Rfc3339.text(plan.notBefore()));
        }
        if (plan.deadline() != null) {
            json.put("deadline", Rfc3339.text(plan.deadline()));
        }
        if (!plan.maxRuntime().equals(JobPlan.DEFAULT_MAX_RUNTIME)) {
            json.put("max_runtime_seconds", seconds(plan.maxRuntime()));
        }
        RetryPolicy retry = plan.retry();
        if (!retry.equals(job.kind.defaultRetry())) {
            json.set("retry", SubmissionReader.storedSpec(PlanJson.writeRetry(retry)));
        }
    }

    private static List<String> saidTags(StoredJob job) {
        var tags = new ArrayList<>(job.plan.requirement().tags());
        tags.removeAll(
                ImpliedTags.of(
                        job.spec.has("isolation"),
                        job.spec.has("network"),
                        job.spec.path("function").path("executor").asString("")));
        return tags;
    }

    private static void putTexts(ObjectNode json, String key, List<String> texts) {
        if (!texts.isEmpty()) {
            texts.forEach(json.putArray(key)::add);
        }
    }
}
