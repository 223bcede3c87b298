package dev.baton.cli;

import dev.baton.cli.output.Columns;
import dev.baton.cli.output.Facts;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.util.List;

/// `baton dead-letters show`: what was tried, and how it failed.
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Shows one of them: every attempt, its error and its times.",
        footerHeading = "%nExample:%n",
        footer = "  baton dead-letters show job_42 --json")
final class DeadLetterShowCommand extends AnswerCommand {
    @Parameters(paramLabel = "JOB", arity = "1..*", description = "such as job_42")
    private List<String> jobs;

    @Override
    List<String> paths() {
        return jobs.stream().map(job -> "/v1/dead-letters/" + Answers.segment(job)).toList();
    }

    @Override
    String text(JsonNode letter) {
        var facts =
                new Facts()
                        .add("job", letter.path("job_id"))
                        .add("queue", letter.path("queue"))
                        .add("executor", letter.path("executor"))
                        .add("function", letter.path("function"))
                        .add("died", letter.path("died_at"))
                        .add("why", DeadLettersCommand.why(letter))
                        .add("requeued", letter.path("requeued_as"));
        JsonNode function = letter.at("/job/spec/function");
        if (!function.path("args").isEmpty()) {
            facts.addLong("args", function.path("args"));
        }
        if (!function.path("kwargs").isEmpty()) {
            facts.addLong("kwargs", function.path("kwargs"));
        }
        facts.addLong("error", letter.path("error"));
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
        return facts.text() + table.text();
    }
}
