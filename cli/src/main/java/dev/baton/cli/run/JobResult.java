package dev.baton.cli.run;

import dev.baton.cli.output.Spoken;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;

/// What became of a job, and what that means for whoever waited for it.
///
/// @param exitCode of the step that ended it, if one did
/// @param ending how the attempt ended where it says more than that it failed
/// @param ran from its first lease to its end, if it had one
public record JobResult(
        String id,
        String name,
        String status,
        String cause,
        String why,
        @Nullable Integer exitCode,
        String ending,
        @Nullable Duration ran) {
    /// The exit status of `baton run` where the command has none of its own.
    public static final int TIMED_OUT = 124;

    public static final int NOT_RUN = 125;
    public static final int CANCELED = 130;
    private static final int MOST_EXIT_CODE = 255;

    static JobResult of(JsonNode job) {
        JsonNode outcome = job.path("outcome");
        JsonNode report = outcome.path("report");
        Instant started = Spoken.time(job.path("started_at").asString(""));
        Instant finished = Spoken.time(job.path("finished_at").asString(""));
        String summary = report.path("summary").asString("");
        return new JobResult(
                job.path("id").asString(""),
                job.path("name").asString(""),
                job.path("status").asString(""),
                outcome.path("cause").asString(""),
                summary.isEmpty() ? outcome.path("why").asString("") : summary,
                report.path("exit_code").isInt() ? report.path("exit_code").asInt() : null,
                report.path("ending").asString(""),
                started == null || finished == null ? null : Duration.between(started, finished));
    }

    public boolean succeeded() {
        return status.equals("SUCCEEDED");
    }

    /// Whether the command ran to its own end, whatever that was: then there is nothing for us to explain.
    public boolean endedByItself() {
        return succeeded() || (status.equals("FAILED") && isExitCode() && !isTimeout());
    }

    /// The exit status of a command that waited for this one job.
    public int exit() {
        if (succeeded()) {
            return 0;
        }
        if (status.equals("CANCELED")) {
            return CANCELED;
        }
        if (isTimeout()) {
            return TIMED_OUT;
        }
        Integer code = exitCode;
        return code != null && isExitCode() ? code : NOT_RUN;
    }

    /// Why there is no exit status of the command itself.
    public String explanation() {
        String because = why.isEmpty() ? "" : ": " + why;
        if (cause.equals("NEED_FAILED")) {
            return why;
        }
        if (status.equals("CANCELED")) {
            return cause.equals("CANCEL_UNCONFIRMED")
                    ? "canceled, but no runner confirmed that it stopped; it may still run"
                    : why.startsWith("canceled") ? why : "canceled" + because;
        }
        if (isTimeout()) {
            return "it ran past its time limit" + because;
        }
        return switch (cause) {
            case "QUARANTINED", "RUNNER_LOST" -> "the runner was lost" + because;
            default -> "it could not be run" + because;
        };
    }

    private boolean isTimeout() {
        return cause.equals("TIMED_OUT") || ending.equals("TIMED_OUT");
    }

    private boolean isExitCode() {
        Integer code = exitCode;
        return code != null && code > 0 && code <= MOST_EXIT_CODE;
    }
}
