package dev.baton.protocol;

import dev.baton.core.Ending;
import dev.baton.core.Report;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// What the rules and the store keep of a runner's last message: all of it but the secret.
final class ReportDocument {
    private ReportDocument() {}

    static Report report(
            Ending ending,
            @Nullable Integer exitCode,
            @Nullable Duration retryAfter,
            Evidence evidence) {
        String summary = evidence.summary();
        String document =
                Json.text(
                        out -> {
                            out.writeStartObject();
                            RunnerMessages.writeReport(out, ending, exitCode, retryAfter, evidence);
                            out.writeEndObject();
                        });
        return new Report(ending, exitCode, summary == null ? "" : summary, retryAfter, document);
    }
}
