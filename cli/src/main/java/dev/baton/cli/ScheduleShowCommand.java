package dev.baton.cli;

import dev.baton.cli.output.Facts;
import dev.baton.core.Shown;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.util.List;

/// `baton schedule show`: what is run, when, and when next.
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Shows what is run, when, and the next five ticks.",
        footerHeading = "%nExample:%n",
        footer = "  baton schedule show nightly --json")
final class ScheduleShowCommand extends AnswerCommand {
    @Parameters(paramLabel = "NAME", arity = "1..*", description = "as `baton schedules` shows it")
    private List<String> names;

    @Override
    List<String> paths() {
        return names.stream().map(ScheduleCommand::path).toList();
    }

    @Override
    String text(JsonNode schedule) {
        var facts =
                new Facts()
                        .add("schedule", schedule.path("name"))
                        .add("cron", schedule.path("cron"))
                        .add("zone", schedule.path("zone"))
                        .add("catch up", schedule.path("catch_up"))
                        .add("from", schedule.path("source"))
                        .add("by", schedule.path("created_by"));
        if (schedule.path("paused").isObject()) {
            String by = schedule.at("/paused/by").asString("");
            String why = schedule.at("/paused/reason").asString("");
            facts.styled("paused", plain("by " + by + (why.isEmpty() ? "" : ": " + why)));
        }
        facts.add("last", schedule.path("last_tick")).add("last run", schedule.path("last_run"));
        schedule.path("next_ticks").forEach(tick -> facts.add("next", tick));
        for (JsonNode job : schedule.at("/run/jobs")) {
            facts.add("job", job.path("name")).add("function", job.at("/function/name"));
            job.path("steps")
                    .forEach(step -> facts.add("step", step.isString() ? step : step.path("run")));
        }
        return facts.text();
    }

    /// The reason of a pause is as long as it has to be.
    private static String plain(String text) {
        var plain = new StringBuilder();
        text.codePoints().forEach(c -> plain.appendCodePoint(Shown.isPlain(c) ? c : '\uFFFD'));
        return plain.toString();
    }
}
