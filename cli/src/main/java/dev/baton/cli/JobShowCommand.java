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
import java.util.stream.Collectors;

/// `baton job show`: where a job stands.
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Shows where a job stands, and what became of it.",
        footerHeading = "%nExample:%n",
        footer = "  baton job show job_42 --json")
final class JobShowCommand extends AnswerCommand {
    @Parameters(paramLabel = "JOB", description = "such as job_42")
    private String job;

    @Override
    String path() {
        return "/v1/jobs/" + job;
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
        job.path("spec").path("steps").forEach(step -> facts.add("step", step));
        return facts.text();
    }

    private static String waiting(JsonNode job) {
        String waits = job.path("waits_for").asString("");
        int ahead = job.path("ahead").asInt(-1);
        return (waits.isEmpty() ? "" : ", waits for " + Shown.of(waits))
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

    private static void addOutcome(Facts facts, JsonNode outcome) {
        JsonNode report = outcome.path("report");
        facts.add("exit", report.path("exit_code"))
                .add("cause", outcome.path("cause"))
                .add("why", outcome.path("why"))
                .add("summary", report.path("summary"));
        report.path("artifacts").forEach(artifact -> facts.add("artifact", artifact.path("uri")));
    }
}
