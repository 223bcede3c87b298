package dev.baton.cli;

import dev.baton.cli.output.Columns;
import dev.baton.cli.output.Spoken;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/// `baton runners`: lists runners, and what they have in hand.
@Command(
        name = "runners",
        mixinStandardHelpOptions = true,
        description = {"Lists runners, what they offer and what they have in hand.", ""},
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {"  baton runners", "  baton runners --json"})
final class RunnersCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;

    @Option(names = "--json", description = "as the API says it")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        JsonNode answer = server.remote().get("/v1/runners");
        var out = spec.commandLine().getOut();
        if (json) {
            out.println(Answers.json(answer));
        } else {
            out.print(table(answer.path("runners"), InstantSource.system().instant()));
        }
        return 0;
    }

    private static String table(JsonNode runners, Instant now) {
        var table = new Columns("RUNNER", "SEEN", "BUSY", "JOBS", "OFFERS");
        for (JsonNode runner : runners) {
            JsonNode leases = runner.path("leases");
            boolean connected = runner.path("connected").asBoolean(false);
            table.row(
                    runner.path("runner_id").asString(""),
                    connected
                            ? "connected"
                            : Spoken.age(Spoken.time(runner.path("last_seen").asString("")), now),
                    "%d of %d".formatted(leases.size(), runner.path("capacity").asInt(0)),
                    leases.valueStream()
                            .map(lease -> lease.path("job_id").asString(""))
                            .collect(Collectors.joining(" ")),
                    runner.path("capabilities")
                            .valueStream()
                            .map(JsonNode::asString)
                            .collect(Collectors.joining(" ")));
        }
        return table.text();
    }
}
