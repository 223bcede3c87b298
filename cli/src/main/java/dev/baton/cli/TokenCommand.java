package dev.baton.cli;

import dev.baton.cli.output.Columns;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.Locale;
import java.util.concurrent.Callable;

/// `baton token`: issues, lists and revokes tokens.
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        subcommands = {
            TokenCommand.Create.class,
            TokenCommand.List.class,
            TokenCommand.Revoke.class
        },
        description = {"Issues, lists and revokes tokens.", ""},
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton token create runner builder-1",
            "  baton token create user ci --expires 2027-01-01T00:00:00Z",
            "  baton token list",
            "  baton token list --json",
            "  baton token revoke tok_0123456789abcdef"
        })
final class TokenCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "create, list or revoke?");
    }

    /// What a token may be for.
    enum Kind {
        admin,
        user,
        runner
    }

    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = "Issues a token and prints it: it is shown this once.")
    static final class Create implements Callable<Integer> {
        @Spec private CommandSpec spec;
        @Mixin private ServerConnection server;

        @Parameters(index = "0", paramLabel = "KIND", description = "${COMPLETION-CANDIDATES}")
        private Kind kind;

        @Parameters(index = "1", paramLabel = "NAME", description = "what you call it")
        private String name;

        @Option(
                names = "--runner",
                paramLabel = "ID",
                description = "the only runner_id that may use it")
        private @Nullable String runner;

        @Option(names = "--expires", paramLabel = "TIME", description = "2027-01-01T00:00:00Z")
        private @Nullable String expires;

        @Override
        public Integer call() throws Exception {
            var wanted =
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("kind", kind.name().toLowerCase(Locale.ROOT))
                            .put("name", name)
                            .put("runner", runner)
                            .put("expires", expires);
            var issued = server.remote().post("/v1/tokens", wanted);
            spec.commandLine().getOut().println(issued.get("token").stringValue());
            return 0;
        }
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Lists tokens, without their secrets.")
    static final class List extends AnswerCommand {
        @Override
        java.util.List<String> paths() {
            return java.util.List.of("/v1/tokens");
        }

        @Override
        String text(JsonNode answer) {
            var table = new Columns("ID", "KIND", "NAME", "EXPIRES", "STATE");
            for (JsonNode token : answer.path("tokens")) {
                table.row(
                        token.path("id").asString(""),
                        token.path("kind").asString(""),
                        token.path("name").asString(""),
                        token.path("expires").asString("never"),
                        token.path("revoked").isNull() ? "valid" : "revoked");
            }
            return table.text();
        }
    }

    @Command(
            name = "revoke",
            mixinStandardHelpOptions = true,
            description = "Revokes a token: it is worth nothing from now on.")
    static final class Revoke implements Callable<Integer> {
        @Spec private CommandSpec spec;
        @Mixin private ServerConnection server;

        @Parameters(paramLabel = "ID", description = "as `baton token list` shows it")
        private String id;

        @Override
        public Integer call() throws Exception {
            server.remote().delete("/v1/tokens/" + id);
            spec.commandLine().getOut().println("revoked " + id);
            return 0;
        }
    }
}
