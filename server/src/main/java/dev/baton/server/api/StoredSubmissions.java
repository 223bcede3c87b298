package dev.baton.server.api;

import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.protocol.PlanJson;
import dev.baton.protocol.ProtocolException;
import dev.baton.protocol.submit.JobKind;
import dev.baton.protocol.submit.SubmissionReader;
import dev.baton.protocol.submit.SubmissionWriter;
import dev.baton.protocol.submit.SubmissionWriter.StoredJob;
import dev.baton.server.http.Problem;
import dev.baton.store.Views.JobView;
import dev.baton.store.Views.RunView;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/// Stored runs and jobs in the words and forms of `POST /v1/runs`.
final class StoredSubmissions {
    private StoredSubmissions() {}

    /// The `job_spec` of a job. The names of its secrets are shown, and nothing of their values.
    static JsonNode spec(JobView job) {
        JsonNode spec = SubmissionReader.storedSpec(job.spec());
        if (spec.get("secret_env") instanceof ObjectNode secrets) {
            for (String name : List.copyOf(secrets.propertyNames())) {
                secrets.put(name, SubmissionWriter.HIDDEN_SECRET);
            }
        }
        return spec;
    }

    /// A job as it stands in a submission; nothing if its plan cannot be read.
    ///
    /// @param spec as [#spec] shows it
    /// @param names of the jobs that it needs
    static Optional<ObjectNode> job(JobView job, JsonNode spec, Map<JobId, String> names) {
        JobPlan plan;
        try {
            plan = PlanJson.read(job.plan());
        } catch (ProtocolException _) {
            return Optional.empty();
        }
        var needs = job.needs().stream().map(names::get).filter(Objects::nonNull).toList();
        return Optional.of(
                SubmissionWriter.job(
                        new StoredJob(
                                job.name(),
                                JobKind.valueOf(job.kind().toUpperCase(Locale.ROOT)),
                                needs,
                                plan,
                                job.gateLimit(),
                                job.extras(),
                                spec)));
    }

    /// A whole run: the body of a request that submits it again. Only one of its jobs is a tree of values at a time.
    static byte[] run(RunView run, List<JobView> jobs) {
        Map<JobId, String> names =
                jobs.stream().collect(Collectors.toMap(JobView::id, JobView::name));
        ObjectNode head = SubmissionWriter.run(run.name(), run.labels());
        head.putArray("jobs");
        String around = head.toString();
        int end = around.length() - "]}".length();
        var json = new ByteArrayOutputStream();
        write(json, around.substring(0, end));
        String separator = "";
        for (JobView job : jobs) {
            write(json, separator);
            write(json, job(job, spec(job), names).orElseThrow(() -> unreadable(job)).toString());
            separator = ",";
        }
        write(json, around.substring(end));
        return json.toByteArray();
    }

    private static void write(ByteArrayOutputStream json, String text) {
        json.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static RuntimeException unreadable(JobView job) {
        return Problem.of(
                        409,
                        "NOTHING_TO_REPEAT",
                        "what was stored of %s cannot be read".formatted(job.id()))
                .asException();
    }
}
