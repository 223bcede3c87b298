package dev.baton.cli;

import dev.baton.cli.output.Spoken;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Terminal;
import dev.baton.core.Shown;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/// `baton job show`: where a job stands.
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Shows where a job stands, and what became of it.",
        footerHeading = "%nExample:%n",
        footer = "  baton job show job_42 --json")
final class JobShowCommand implements Callable<Integer> {
    private static final String LINE = "%-10s %s%n";

    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;

    @Parameters(paramLabel = "JOB", description = "such as job_42")
    private String job;

    @Option(names = "--json", description = "as the API says it")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        JsonNode answer = server.remote().get("/v1/jobs/" + job);
        var out = spec.commandLine().getOut();
        if (json) {
            out.println(Answers.json(answer));
        } else {
            var style = Terminal.ofThisProcess().outStyle();
            out.print(text(answer, style, InstantSource.system().instant()));
        }
        return 0;
    }

    private static String text(JsonNode job, Style style, Instant now) {
        var text = new StringBuilder();
        add(text, "job", job.path("id"));
        add(text, "run", job.path("run_id"));
        add(text, "name", job.path("name"));
        text.append(
                LINE.formatted(
                        "status", style.status(job.path("status").asString("")) + waiting(job)));
        text.append(
                LINE.formatted(
                        "attempt",
                        "%d (epoch %d)"
                                .formatted(
                                        job.path("attempt").asInt(0), job.path("epoch").asInt(0))));
        add(text, "runner", job.path("runner_id"));
        String tags =
                job.path("requirement")
                        .valueStream()
                        .map(JsonNode::asString)
                        .collect(Collectors.joining(" "));
        if (!tags.isEmpty()) {
            text.append(LINE.formatted("requires", Shown.of(tags)));
        }
        text.append(times(job, now));
        addOutcome(text, job.path("outcome"));
        for (JsonNode step : job.path("spec").path("steps")) {
            text.append(LINE.formatted("step", Shown.of(step.asString(""))));
        }
        return text.toString();
    }

    private static String waiting(JsonNode job) {
        String waits = job.path("waits_for").asString("");
        int ahead = job.path("ahead").asInt(-1);
        return (waits.isEmpty() ? "" : ", waits for " + Shown.of(waits))
                + (ahead < 0 ? "" : ", %d ahead".formatted(ahead));
    }

    private static String times(JsonNode job, Instant now) {
        Instant created = Spoken.time(job.path("created_at").asString(""));
        Instant started = Spoken.time(job.path("started_at").asString(""));
        Instant finished = Spoken.time(job.path("finished_at").asString(""));
        String text = LINE.formatted("created", Spoken.age(created, now));
        if (started != null) {
            text += LINE.formatted("started", Spoken.age(started, now));
            Instant end = finished == null ? now : finished;
            text += LINE.formatted("took", Spoken.duration(Duration.between(started, end)));
        }
        return text;
    }

    private static void addOutcome(StringBuilder text, JsonNode outcome) {
        JsonNode report = outcome.path("report");
        add(text, "exit", report.path("exit_code"));
        add(text, "cause", outcome.path("cause"));
        add(text, "why", outcome.path("why"));
        add(text, "summary", report.path("summary"));
        for (JsonNode artifact : report.path("artifacts")) {
            add(text, "artifact", artifact.path("uri"));
        }
    }

    private static void add(StringBuilder text, String label, JsonNode value) {
        String shown = value.asString("");
        if (!shown.isEmpty()) {
            text.append(LINE.formatted(label, Shown.of(shown)));
        }
    }
}
