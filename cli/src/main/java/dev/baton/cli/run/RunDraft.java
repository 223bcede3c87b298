package dev.baton.cli.run;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Jobs that are submitted together.
///
/// @param labels what the run can be told apart by
public record RunDraft(@Nullable String name, Map<String, String> labels, List<JobDraft> jobs) {
    private static final Pattern NUMBERED_JOB = Pattern.compile("\\bjobs\\[([0-9]{1,6})]\\.?");

    public RunDraft {
        labels = Map.copyOf(labels);
        jobs = List.copyOf(jobs);
    }

    /// One job by itself.
    public static RunDraft of(JobDraft job) {
        return new RunDraft(null, Map.of(), List.of(job));
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
        JsonNode answer;
        try {
            answer = remote.post("/v1/runs", json(workspace), headers);
        } catch (ClientException e) {
            throw e.inOtherWords(this::named);
        }
        var submitted = new ArrayList<SubmittedJob>();
        for (var job : answer.path("jobs")) {
            submitted.add(new SubmittedJob(job.path("id").asString(), job.path("name").asString()));
        }
        return new Submitted(answer.path("run_id").asString(), submitted);
    }

    /// Problems by the names of the jobs, which their user knows, instead of their numbers.
    private String named(String problem) {
        return NUMBERED_JOB
                .matcher(problem)
                .replaceAll(
                        numbered -> {
                            int job = Integer.parseInt(numbered.group(1));
                            return jobs.size() <= 1 || job >= jobs.size()
                                    ? ""
                                    : Matcher.quoteReplacement(
                                            "job '%s': ".formatted(jobs.get(job).name()));
                        });
    }

    /// As `POST /v1/runs` wants it.
    public ObjectNode json(Workspace workspace) {
        var json = JsonNodeFactory.instance.objectNode();
        if (name != null) {
            json.put("name", name);
        }
        if (!labels.isEmpty()) {
            labels.forEach(json.putObject("labels")::put);
        }
        var all = json.putArray("jobs");
        jobs.forEach(job -> all.add(job.json(workspace)));
        return json;
    }
}
