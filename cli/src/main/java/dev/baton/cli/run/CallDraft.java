package dev.baton.cli.run;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// A function call that somebody describes on a command line.
///
/// @param text whether arguments are texts, whatever they look like
public record CallDraft(
        String function,
        List<String> args,
        Map<String, String> kwargs,
        boolean text,
        @Nullable String queue,
        Policy policy,
        List<String> tags) {
    /// When and how often. What is null is left to the orchestrator.
    public record Policy(
            @Nullable Integer priority,
            @Nullable Duration timeout,
            @Nullable Instant deadline,
            @Nullable Instant notBefore,
            @Nullable Integer maxAttempts,
            @Nullable Duration backoff,
            @Nullable String uniqueKey) {}

    /// Submits it, once: when the answer gets lost the same key finds the same run.
    ///
    /// @return the id of its job
    public String submit(Remote remote) throws ClientException {
        ObjectNode run = JsonNodeFactory.instance.objectNode();
        run.putArray("jobs").add(job());
        var headers = Map.of("Idempotency-Key", UUID.randomUUID().toString());
        try {
            return remote.post("/v1/runs", run, headers).path("jobs").path(0).path("id").asString();
        } catch (ClientException e) {
            throw e.inOtherWords(problem -> problem.replace("jobs[0].", ""));
        }
    }

    private ObjectNode job() {
        ObjectNode job = JsonNodeFactory.instance.objectNode();
        job.put("name", function);
        ObjectNode call = job.putObject("function");
        call.put("name", function);
        var positional = call.putArray("args");
        args.forEach(arg -> positional.add(value(arg)));
        ObjectNode named = call.putObject("kwargs");
        kwargs.forEach((name, arg) -> named.set(name, value(arg)));
        if (queue != null) {
            call.put("queue", queue);
        }
        if (!tags.isEmpty()) {
            tags.forEach(job.putObject("requirement").putArray("tags")::add);
        }
        put(job);
        return job;
    }

    private void put(ObjectNode job) {
        if (policy.priority() != null) {
            job.put("priority", policy.priority());
        }
        if (policy.timeout() != null) {
            job.put("max_runtime_seconds", seconds(policy.timeout()));
        }
        if (policy.deadline() != null) {
            job.put("deadline", policy.deadline().toString());
        }
        if (policy.notBefore() != null) {
            job.put("not_before", policy.notBefore().toString());
        }
        if (policy.uniqueKey() != null) {
            job.put("unique_key", policy.uniqueKey());
        }
        if (policy.maxAttempts() != null || policy.backoff() != null) {
            ObjectNode retry = job.putObject("retry");
            if (policy.maxAttempts() != null) {
                retry.put("max_attempts", policy.maxAttempts());
            }
            if (policy.backoff() != null) {
                retry.putObject("backoff").put("first_seconds", seconds(policy.backoff()));
            }
        }
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }

    private JsonNode value(String arg) {
        return text ? JsonNodeFactory.instance.stringNode(arg) : FunctionDraft.argument(arg);
    }
}
