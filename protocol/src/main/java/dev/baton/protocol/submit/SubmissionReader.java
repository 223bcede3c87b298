package dev.baton.protocol.submit;

import dev.baton.protocol.ErrorCode;
import dev.baton.protocol.Json;
import dev.baton.protocol.Limits;
import dev.baton.protocol.ProtocolException;

import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Reads a submission, or says everything that is wrong with it.
public final class SubmissionReader {
    private static final int MOST_LABELS = 64;
    private static final TextRule LABEL = TextRule.word(128);
    private static final TextRule LABEL_VALUE = TextRule.name(256);

    /// Numbers stay as exact as they were written: a job's arguments are not ours to round.
    private static final JsonMapper MAPPER =
            JsonMapper.builder(Json.FACTORY)
                    .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(JsonNodeFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    /// How long the result of a function is kept, unless an operator or the function says otherwise.
    public static final Duration DEFAULT_RESULT_TTL = Duration.ofHours(24);

    private final FunctionRoutes routes;
    private final Duration resultTtl;

    public SubmissionReader(FunctionRoutes routes) {
        this(routes, DEFAULT_RESULT_TTL);
    }

    /// @param resultTtl how long the result of a function is kept that does not say so
    public SubmissionReader(FunctionRoutes routes, Duration resultTtl) {
        this.routes = routes;
        this.resultTtl = resultTtl;
    }

    /// Reads the body of `POST /v1/runs`.
    ///
    /// @param trace what functions belong to that say nothing of it
    /// @throws ProtocolException with every problem found
    public RunSubmission read(byte[] json, TraceContext trace) {
        var reader = new JobReader(new FunctionReader(routes, trace), resultTtl);
        var problems = new Problems();
        var run = new ObjectCursor(tree(json), "", problems);
        problems.throwIfAny();
        String name = run.text("name", JobReader.NAME);
        Map<String, String> labels = run.map("labels", MOST_LABELS, LABEL, LABEL_VALUE);
        if (!run.has("jobs")) {
            run.problem(
                    "jobs", "expected 1 to %d jobs, got none".formatted(Limits.MOST_JOBS_IN_RUN));
        }
        List<JobSubmission> jobs =
                run.list(
                        "jobs",
                        1,
                        Limits.MOST_JOBS_IN_RUN,
                        (job, path) -> run.element(job, path, reader::read));
        run.refuseOthers();
        Needs.check(jobs, problems);
        UniqueKeys.check(jobs, problems);
        Variety.check(jobs, problems);
        problems.throwIfAny();
        return new RunSubmission(name, labels, jobs);
    }

    /// JSON that is stored with a job, with its numbers as they were written.
    public static JsonNode storedSpec(String json) {
        return MAPPER.readTree(json);
    }

    /// A `job_spec` to be given out again: the deadline that a function was told the first time is over.
    public static String withoutDeadline(String specJson) {
        JsonNode spec = MAPPER.readTree(specJson);
        if (spec.get("function") instanceof ObjectNode function && function.has("deadline")) {
            function.remove("deadline");
            return spec.toString();
        }
        return specJson;
    }

    private static JsonNode tree(byte[] json) {
        Json.requireReadable(json, Limits.MOST_SUBMISSION_BYTES);
        try {
            return MAPPER.readTree(json);
        } catch (StreamReadException e) {
            throw Json.translated(e);
        } catch (JacksonException e) {
            // The tree itself objects to two things only.
            throw new ProtocolException(
                    ErrorCode.MALFORMED_JSON,
                    "expected one JSON object with each key once, got a key twice or more than one value");
        }
    }
}
