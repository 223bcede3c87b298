package dev.baton.cli;

import dev.baton.cli.output.Facts;
import dev.baton.cli.output.Spoken;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Terminal;
import dev.baton.core.Shown;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;

/// `baton job show`: where a job stands.
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Shows where a job stands, and what became of it.",
        footerHeading = "%nExample:%n",
        footer = "  baton job show job_42 --json")
final class JobShowCommand extends AnswerCommand {
    @Parameters(paramLabel = "JOB", arity = "1..*", description = "such as job_42")
    private List<String> jobs;

    @Override
    List<String> paths() {
        return jobs.stream().map(job -> "/v1/jobs/" + Answers.segment(job)).toList();
    }

    @Override
    String text(JsonNode answer) {
        return text(answer, Terminal.ofThisProcess().outStyle(), InstantSource.system().instant());
    }

    private static String text(JsonNode job, Style style, Instant now) {
        var facts =
                new Facts()
                        .add("job", job.path("id"))
                        .add("run", job.path("run_id"))
                        .add("name", job.path("name"))
                        .styled(
                                "status",
                                style.status(job.path("status").asString("")) + waiting(job))
                        .add(
                                "attempt",
                                "%d (epoch %d)"
                                        .formatted(
                                                job.path("attempt").asInt(0),
                                                job.path("epoch").asInt(0)))
                        .add("runner", job.path("runner_id"))
                        .add(
                                "requires",
                                job.path("requirement")
                                        .valueStream()
                                        .map(JsonNode::asString)
                                        .collect(Collectors.joining(" ")));
        addTimes(facts, job, now);
        addOutcome(facts, job.path("outcome"));
        addCall(facts, job.path("spec").path("function"));
        job.path("spec").path("steps").forEach(step -> facts.add("step", step));
        return facts.text();
    }

    /// What a function was called with.
    static void addCall(Facts facts, JsonNode function) {
        if (function.isObject()) {
            String executor = function.path("executor").asString("");
            String name = function.path("name").asString("");
            facts.add("function", executor.isEmpty() ? name : executor + "#" + name)
                    .add("queue", function.path("queue"));
            if (!function.path("args").isEmpty()) {
                facts.addLong("args", function.path("args"));
            }
            if (!function.path("kwargs").isEmpty()) {
                facts.addLong("kwargs", function.path("kwargs"));
            }
        }
    }

    private static String waiting(JsonNode job) {
        String waits = job.path("waits_for").asString("");
        int ahead = job.path("ahead").asInt(-1);
        return (waits.isEmpty() ? "" : ", waits " + Shown.of(waits))
                + (ahead < 0 ? "" : ", %d ahead".formatted(ahead));
    }

    private static void addTimes(Facts facts, JsonNode job, Instant now) {
        Instant created = Spoken.time(job.path("created_at").asString(""));
        Instant started = Spoken.time(job.path("started_at").asString(""));
        Instant finished = Spoken.time(job.path("finished_at").asString(""));
        facts.add("created", Spoken.age(created, now));
        if (started != null) {
            Instant end = finished == null ? now : finished;
            facts.add("started", Spoken.age(started, now))
                    .add("took", Spoken.duration(Duration.between(started, end)));
        }
    }

    /// Unless it was said already.
    private static String summary(JsonNode outcome) {
        String summary = outcome.path("report").path("summary").asString("");
        return summary.equals(outcome.path("why").asString("")) ? "" : summary;
    }

    private static void addOutcome(Facts facts, JsonNode outcome) {
        JsonNode report = outcome.path("report");
        facts.add("exit", report.path("exit_code"))
                .add("cause", outcome.path("cause"))
                .add("why", outcome.path("why"))
                .add("summary", summary(outcome))
                .addLong("result", report.path("result"))
                .addLong("error", report.path("error"));
        report.path("artifacts").forEach(artifact -> facts.add("artifact", artifact.path("uri")));
    }
}
