package dev.baton.protocol;

import tools.jackson.core.JsonGenerator;

import java.time.Instant;
import java.util.List;

/// The fields by which a runner reports the end of its work.
final class EvidenceFields {
    private static final Shape TIMINGS = new Shape();
    private static final Field<Instant> STARTED_AT = TIMINGS.field("started_at", Forms.INSTANT);
    private static final Field<Instant> FINISHED_AT = TIMINGS.field("finished_at", Forms.INSTANT);

    private static final Shape ARTIFACT = new Shape();
    private static final Field<String> TYPE =
            ARTIFACT.field("type", TextForms.name(Limits.MOST_ARTIFACT_TYPE_CHARACTERS));
    private static final Field<String> URI =
            ARTIFACT.field("uri", TextForms.name(Limits.MOST_URI_CHARACTERS));
    private static final Field<String> NAME =
            ARTIFACT.field("name", TextForms.name(Limits.MOST_REASON_CHARACTERS));

    private final Field<Timings> timings;
    private final Field<List<Artifact>> artifacts;
    private final Field<String> summary;
    private final Field<String> result;
    private final Field<String> error;

    /// Adds the fields to the shape of a message.
    EvidenceFields(Shape message) {
        timings =
                message.field(
                        "timings",
                        Forms.object(
                                TIMINGS,
                                fields ->
                                        new Timings(
                                                fields.optional(STARTED_AT),
                                                fields.optional(FINISHED_AT)),
                                EvidenceFields::writeTimings));
        artifacts =
                message.field(
                        "artifacts",
                        Forms.list(
                                Forms.object(
                                        ARTIFACT,
                                        fields ->
                                                new Artifact(
                                                        fields.required(TYPE),
                                                        fields.required(URI),
                                                        fields.optional(NAME)),
                                        EvidenceFields::writeArtifact),
                                Limits.MOST_ARTIFACTS));
        summary = message.field("summary", TextForms.prose(Limits.MOST_SUMMARY_CHARACTERS));
        result = message.field("result", OpaqueJson.ofBytes(Limits.MAX_CALL_VALUE_BYTES));
        error = message.field("error", OpaqueJson.object(Limits.MOST_ERROR_CHARACTERS));
    }

    Evidence read(Fields fields) {
        return new Evidence(
                fields.optional(timings),
                fields.or(artifacts, List.of()),
                fields.optional(summary),
                fields.optional(result),
                fields.optional(error));
    }

    void write(JsonGenerator out, Evidence evidence) {
        timings.write(out, evidence.timings());
        artifacts.write(out, evidence.artifacts());
        summary.write(out, evidence.summary());
        result.write(out, evidence.result());
        error.write(out, evidence.error());
    }

    private static void writeTimings(JsonGenerator out, Timings timings) {
        STARTED_AT.write(out, timings.startedAt());
        FINISHED_AT.write(out, timings.finishedAt());
    }

    private static void writeArtifact(JsonGenerator out, Artifact artifact) {
        TYPE.write(out, artifact.type());
        URI.write(out, artifact.uri());
        NAME.write(out, artifact.name());
    }
}
