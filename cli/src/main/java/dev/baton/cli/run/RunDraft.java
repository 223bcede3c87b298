package dev.baton.cli.run;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Jobs that are submitted together.
public record RunDraft(@Nullable String name, List<JobDraft> jobs) {
    public RunDraft {
        jobs = List.copyOf(jobs);
    }

    /// A run that was accepted.
    public record Submitted(String run, List<SubmittedJob> jobs) {
        public Submitted {
            jobs = List.copyOf(jobs);
        }
    }

    public record SubmittedJob(String id, String name) {}

    /// Submits it, once: when the answer gets lost the same key finds the same run.
    public Submitted submit(Remote remote, Workspace workspace) throws ClientException {
        var headers = Map.of("Idempotency-Key", UUID.randomUUID().toString());
        var answer = remote.post("/v1/runs", json(workspace), headers);
        var submitted = new ArrayList<SubmittedJob>();
        for (var job : answer.path("jobs")) {
            submitted.add(new SubmittedJob(job.path("id").asString(), job.path("name").asString()));
        }
        return new Submitted(answer.path("run_id").asString(), submitted);
    }

    /// As `POST /v1/runs` wants it.
    public ObjectNode json(Workspace workspace) {
        var json = JsonNodeFactory.instance.objectNode();
        if (name != null) {
            json.put("name", name);
        }
        var all = json.putArray("jobs");
        jobs.forEach(job -> all.add(job.json(workspace)));
        return json;
    }
}
