package dev.baton.cli;

import dev.baton.cli.output.Columns;
import dev.baton.cli.output.Spoken;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.Callable;

/// `baton runs`: lists runs, the newest first.
@Command(
        name = "runs",
        mixinStandardHelpOptions = true,
        subcommands = {
            RunsShowCommand.class,
            RunsWatchCommand.class,
            RunsActions.Cancel.class,
            RunsActions.Rerun.class
        },
        description = {
            "Lists runs, the newest first; shows, follows, cancels or repeats them.",
            ""
        },
        optionListHeading = "Options:%n",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton runs",
            "  baton runs --limit 5 --json",
            "  baton runs show run_42",
            "  baton runs watch run_42",
            "  baton runs cancel run_42 run_43 --reason 'wrong branch'",
            "  baton runs rerun run_42 --failed"
        })
final class RunsCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "at most so many (${DEFAULT-VALUE})")
    private int limit;

    @Option(names = "--json", description = "as the API says it")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var runs = Answers.newest(server.remote(), "/v1/runs", Map.of(), "runs", limit);
        var out = spec.commandLine().getOut();
        if (json) {
            out.println(Answers.json(JsonNodeFactory.instance.objectNode().set("runs", runs)));
        } else {
            out.print(table(runs, InstantSource.system().instant()));
        }
        return 0;
    }

    static String pathOf(String run, String what) {
        return "/v1/runs/" + Answers.segment(run) + what;
    }

    private static String table(JsonNode runs, Instant now) {
        var table = new Columns("RUN", "NAME", "CREATED", "BY", "JOBS");
        for (JsonNode run : runs) {
            table.row(
                    run.path("id").asString(""),
                    run.path("name").asString(""),
                    Spoken.age(Spoken.time(run.path("created_at").asString("")), now),
                    run.path("submitted_by").asString(""),
                    counts(run.path("jobs")));
        }
        return table.text();
    }

    /// `3 succeeded, 1 running`.
    static String counts(JsonNode jobs) {
        var counts = new StringJoiner(", ");
        for (var status : jobs.properties()) {
            if (status.getValue().asInt(0) > 0) {
                counts.add(
                        status.getValue().asInt() + " " + status.getKey().toLowerCase(Locale.ROOT));
            }
        }
        return counts.toString();
    }
}
