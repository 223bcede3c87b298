package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.protocol.PlanJson;
import dev.baton.protocol.submit.FunctionAddress;
import dev.baton.protocol.submit.JobExtras;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

/// The jobs of a run as they are kept until all of them are written.
final class NewJobsJson {
    private static final JsonMapper MAPPER = new JsonMapper();

    private NewJobsJson() {}

    static String write(List<NewRun.NewJob> jobs) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode(jobs.size());
        jobs.forEach(job -> write(array.addObject(), job));
        return array.toString();
    }

    /// Reads what [#write] wrote.
    static List<NewRun.NewJob> read(String json) {
        var jobs = new ArrayList<NewRun.NewJob>();
        MAPPER.readTree(json).forEach(job -> jobs.add(read(job)));
        return jobs;
    }

    private static void write(ObjectNode json, NewRun.NewJob job) {
        json.put("name", job.name());
        json.put("kind", job.kind());
        json.put("plan", PlanJson.write(job.plan()));
        json.put("gate_limit", job.gateLimit());
        var needs = json.putArray("needs");
        job.needs().forEach(needs::add);
        json.put("spec", job.spec());
        json.put("retry_of", job.retryOf() == null ? null : job.retryOf().value());
        FunctionAddress function = job.extras().function();
        json.put("queue", function == null ? null : function.queue());
        json.put("executor", function == null ? null : function.executor());
        json.put("function", function == null ? null : function.function());
        json.put("unique_key", job.extras().uniqueKey());
        json.put("result_ttl", Micros.ofNullable(job.extras().resultTtl()));
    }

    private static NewRun.NewJob read(JsonNode json) {
        var needs = new ArrayList<Integer>();
        json.required("needs").forEach(need -> needs.add(need.asInt()));
        var retryOf = number(json, "retry_of");
        return new NewRun.NewJob(
                json.required("name").asString(),
                json.required("kind").asString(),
                PlanJson.read(json.required("plan").asString()),
                json.required("gate_limit").asInt(),
                List.copyOf(needs),
                json.required("spec").asString(),
                retryOf == null ? null : new JobId(retryOf),
                extras(json));
    }

    private static JobExtras extras(JsonNode json) {
        var queue = text(json, "queue");
        var executor = text(json, "executor");
        var function = text(json, "function");
        var ttl = number(json, "result_ttl");
        return new JobExtras(
                queue == null || executor == null || function == null
                        ? null
                        : new FunctionAddress(queue, executor, function),
                text(json, "unique_key"),
                ttl == null ? null : Micros.toDuration(ttl));
    }

    private static @Nullable String text(JsonNode json, String name) {
        var value = json.required(name);
        return value.isNull() ? null : value.asString();
    }

    private static @Nullable Long number(JsonNode json, String name) {
        var value = json.required(name);
        return value.isNull() ? null : value.asLong();
    }
}
