package dev.baton.cli;

import dev.baton.cli.output.Columns;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.Callable;

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
final class SchedulesCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;

    @Option(names = "--json", description = "as the API says it")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        JsonNode answer = server.remote().get("/v1/schedules");
        var out = spec.commandLine().getOut();
        if (json) {
            out.println(Answers.json(answer));
        } else {
            out.print(table(answer.path("schedules")));
        }
        return 0;
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
