package dev.baton.cli;

import dev.baton.cli.output.Columns;

import picocli.CommandLine.Command;

import tools.jackson.databind.JsonNode;

import java.util.List;

/// `baton schedules`: lists what is run by the clock.
@Command(
        name = "schedules",
        mixinStandardHelpOptions = true,
        description = {"Lists what is run by the clock, and when it is next.", ""},
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton schedules",
            "  baton schedules --json",
            "  baton schedule add nightly --cron '0 3 * * *' --zone Europe/Berlin -- ./backup"
        })
final class SchedulesCommand extends AnswerCommand {
    @Override
    List<String> paths() {
        return List.of("/v1/schedules");
    }

    @Override
    String text(JsonNode answer) {
        return table(answer.path("schedules"));
    }

    private static String table(JsonNode schedules) {
        var table = new Columns("SCHEDULE", "CRON", "ZONE", "NEXT", "LAST", "LAST RUN", "FROM");
        for (JsonNode schedule : schedules) {
            table.row(
                    schedule.path("name").asString(""),
                    schedule.path("cron").asString(""),
                    schedule.path("zone").asString(""),
                    schedule.path("next_at").asString("paused"),
                    schedule.path("last_tick").asString("-"),
                    schedule.path("last_run").asString("-"),
                    schedule.path("source").asString(""));
        }
        return table.text();
    }
}
