package dev.baton.server.api;

import dev.baton.protocol.Json;
import dev.baton.protocol.Rfc3339;
import dev.baton.protocol.StoredReport;
import dev.baton.store.Results.Ended;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;

import java.util.List;

/// What came of jobs, as JSON. What functions returned is passed on as the text that it is.
final class ResultsJson {
    private ResultsJson() {}

    static byte[] of(Ended ended) {
        return Json.bytes(out -> write(out, ended));
    }

    /// @param pending how many jobs are not over
    static byte[] of(List<Ended> ended, int pending) {
        return Json.bytes(
                out -> {
                    out.writeStartObject();
                    out.writeArrayPropertyStart("results");
                    ended.forEach(one -> write(out, one));
                    out.writeEndArray();
                    out.writeNumberProperty("pending", pending);
                    out.writeEndObject();
                });
    }

    private static void write(JsonGenerator out, Ended ended) {
        out.writeStartObject();
        out.writeStringProperty("job_id", ended.job().toString());
        out.writeStringProperty("status", ended.status().name());
        out.writeNumberProperty("attempt", ended.attempt());
        out.writeStringProperty("finished_at", Rfc3339.text(ended.at()));
        out.writeStringProperty("cause", ended.cause());
        out.writeStringProperty("why", ended.why());
        if (ended.forgotten()) {
            out.writeBooleanProperty("expired", true);
        }
        String report = ended.report();
        var outcome =
                report == null ? StoredReport.Outcome.NONE : StoredReport.Outcome.read(report);
        writeRaw(out, "result", outcome.result());
        writeRaw(out, "error", outcome.error());
        out.writeEndObject();
    }

    private static void writeRaw(JsonGenerator out, String name, @Nullable String json) {
        out.writeName(name);
        out.writeRawValue(json == null ? "null" : json);
    }
}
