package dev.baton.cli;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;
import dev.baton.cli.output.Columns;
import dev.baton.cli.output.Spoken;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;

/// `baton dead-letters`: the function calls that failed for good.
@Command(
        name = "dead-letters",
        mixinStandardHelpOptions = true,
        subcommands = {
            DeadLetterShowCommand.class,
            DeadLetterActions.Requeue.class,
            DeadLetterActions.Discard.class
        },
        description = {
            "Lists the function calls that failed for good, the newest first;",
            "shows one, calls them again, or forgets them.",
            ""
        },
        optionListHeading = "Options:%n",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton dead-letters",
            "  baton dead-letters --queue mail --error-type timeout",
            "  baton dead-letters show job_42",
            "  baton dead-letters requeue job_42 job_43",
            "  baton dead-letters requeue --all --executor python",
            "  baton dead-letters discard --all --function old"
        })
final class DeadLettersCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;
    @Mixin private LetterFilter filter;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "at most so many (${DEFAULT-VALUE})")
    private int limit;

    @Option(names = "--json", description = "as the API says it")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var letters = list(server.remote(), filter, limit);
        var out = spec.commandLine().getOut();
        if (json) {
            out.println(
                    Answers.json(
                            JsonNodeFactory.instance.objectNode().set("dead_letters", letters)));
        } else {
            out.print(table(letters, InstantSource.system().instant()));
        }
        return 0;
    }

    static ArrayNode list(Remote remote, LetterFilter filter, int most) throws ClientException {
        return Answers.newest(
                remote,
                "/v1/dead-letters",
                filter.query(),
                "dead_letters",
                most,
                Answers.Paging.AFTER);
    }

    private static String table(JsonNode letters, Instant now) {
        var table = new Columns("JOB", "QUEUE", "EXECUTOR", "FUNCTION", "ATTEMPTS", "DIED", "WHY");
        for (JsonNode letter : letters) {
            table.row(
                    letter.path("job_id").asString(""),
                    letter.path("queue").asString(""),
                    letter.path("executor").asString(""),
                    letter.path("function").asString(""),
                    letter.path("attempts").asString(""),
                    Spoken.age(Spoken.time(letter.path("died_at").asString("")), now),
                    why(letter));
        }
        return table.text();
    }

    /// `timeout: it took longer than 5 s`, as far as it is known.
    static String why(JsonNode letter) {
        String type = letter.path("error_type").asString("");
        JsonNode error = letter.path("error");
        String said = error.path("message").asString(letter.path("why").asString(""));
        return type.isEmpty() || said.isEmpty() ? type + said : type + ": " + said;
    }
}
