package dev.baton.cli;

import dev.baton.cli.output.Columns;
import dev.baton.cli.output.Spoken;

import picocli.CommandLine.Command;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;

/// `baton runners`: lists runners, and what they have in hand.
@Command(
        name = "runners",
        mixinStandardHelpOptions = true,
        description = {"Lists runners, what they offer and what they have in hand.", ""},
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {"  baton runners", "  baton runners --json"})
final class RunnersCommand extends AnswerCommand {
    @Override
    List<String> paths() {
        return List.of("/v1/runners");
    }

    @Override
    String text(JsonNode answer) {
        return table(answer.path("runners"), InstantSource.system().instant());
    }

    private static String table(JsonNode runners, Instant now) {
        var table = new Columns("RUNNER", "SEEN", "BUSY", "JOBS", "OFFERS");
        for (JsonNode runner : runners) {
            JsonNode leases = runner.path("leases");
            table.row(
                    runner.path("runner_id").asString(""),
                    seen(runner, now),
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

    private static String seen(JsonNode runner, Instant now) {
        if (runner.path("connected").asBoolean(false)) {
            return "connected";
        }
        String age = Spoken.age(Spoken.time(runner.path("last_seen").asString("")), now);
        return runner.path("token_valid").asBoolean(true) ? age : age + ", token not valid";
    }
}
