package dev.baton.cli;

import dev.baton.core.Shown;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.Callable;

/// `baton schedule show`: what is run, when, and when next.
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Shows what is run, when, and the next five ticks.",
        footerHeading = "%nExample:%n",
        footer = "  baton schedule show nightly --json")
final class ScheduleShowCommand implements Callable<Integer> {
    private static final String LINE = "%-10s %s%n";

    @Spec private CommandSpec spec;
    @Mixin private ScheduleCommand.Named schedule;

    @Option(names = "--json", description = "as the API says it")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        JsonNode answer = schedule.remote().get(ScheduleCommand.path(schedule.name()));
        var out = spec.commandLine().getOut();
        if (json) {
            out.println(Answers.json(answer));
        } else {
            out.print(text(answer));
        }
        return 0;
    }

    private static String text(JsonNode schedule) {
        var text = new StringBuilder();
        add(text, "schedule", schedule.path("name"));
        add(text, "cron", schedule.path("cron"));
        add(text, "zone", schedule.path("zone"));
        add(text, "catch up", schedule.path("catch_up"));
        add(text, "from", schedule.path("source"));
        add(text, "by", schedule.path("created_by"));
        if (schedule.path("paused").isObject()) {
            String by = schedule.at("/paused/by").asString("");
            String why = schedule.at("/paused/reason").asString("");
            String said = "by " + by + (why.isEmpty() ? "" : ": " + why);
            text.append(LINE.formatted("paused", plain(said)));
        }
        add(text, "last", schedule.path("last_tick"));
        add(text, "last run", schedule.path("last_run"));
        schedule.path("next_ticks").forEach(tick -> add(text, "next", tick));
        for (JsonNode job : schedule.at("/run/jobs")) {
            add(text, "job", job.path("name"));
            add(text, "function", job.at("/function/name"));
            job.path("steps")
                    .forEach(step -> add(text, "step", step.isString() ? step : step.path("run")));
        }
        return text.toString();
    }

    /// The reason of a pause is as long as it has to be.
    private static String plain(String text) {
        var plain = new StringBuilder();
        text.codePoints().forEach(c -> plain.appendCodePoint(Shown.isPlain(c) ? c : '\uFFFD'));
        return plain.toString();
    }

    private static void add(StringBuilder text, String label, JsonNode value) {
        String shown = value.asString("");
        if (!shown.isEmpty()) {
            text.append(LINE.formatted(label, Shown.of(shown)));
        }
    }
}
