package dev.baton.cli;

import dev.baton.cli.output.Columns;
import dev.baton.core.Shown;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.Callable;

/// `baton dead-letters show`: what was tried, and how it failed.
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Shows one of them: every attempt, its error and its times.",
        footerHeading = "%nExample:%n",
        footer = "  baton dead-letters show job_42 --json")
final class DeadLetterShowCommand implements Callable<Integer> {
    private static final String LINE = "%-10s %s%n";

    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;

    @Parameters(paramLabel = "JOB", description = "such as job_42")
    private String job;

    @Option(names = "--json", description = "as the API says it")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        JsonNode answer = server.remote().get("/v1/dead-letters/" + job);
        var out = spec.commandLine().getOut();
        out.print(json ? Answers.json(answer) + System.lineSeparator() : text(answer));
        return 0;
    }

    private static String text(JsonNode letter) {
        var text = new StringBuilder();
        for (String key : new String[] {"job_id", "queue", "executor", "function", "died_at"}) {
            add(text, key.replace("_id", "").replace("died_at", "died"), letter.path(key));
        }
        text.append(LINE.formatted("why", Shown.of(DeadLettersCommand.why(letter))));
        add(text, "requeued", letter.path("requeued_as"));
        var table = new Columns("ATTEMPT", "RUNNER", "STARTED", "ENDED", "HOW", "ERROR");
        for (JsonNode attempt : letter.at("/job/attempts")) {
            table.row(
                    attempt.path("attempt").asString("-"),
                    attempt.path("runner_id").asString("-"),
                    attempt.path("started_at").asString("-"),
                    attempt.path("ended_at").asString("-"),
                    attempt.path("ending").asString("-"),
                    attempt.at("/error/message").asString("-"));
        }
        return text + table.text();
    }

    private static void add(StringBuilder text, String label, JsonNode value) {
        String shown = value.asString("");
        if (!shown.isEmpty()) {
            text.append(LINE.formatted(label, Shown.of(shown)));
        }
    }
}
