package dev.baton.cli;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.List;
import java.util.concurrent.Callable;

/// What can be done about runs: end them, or submit them again.
final class RunsActions {
    private RunsActions() {}

    @Command(
            name = "cancel",
            mixinStandardHelpOptions = true,
            description = "Asks for the end of all jobs of runs that are not over.",
            footerHeading = "%nExample:%n",
            footer = "  baton runs cancel run_42 run_43 --reason 'wrong branch'")
    static final class Cancel implements Callable<Integer> {
        @Spec private CommandSpec spec;
        @Mixin private ServerConnection server;

        @Parameters(paramLabel = "RUN", arity = "1..*", description = "such as run_42")
        private List<String> runs;

        @Option(names = "--reason", paramLabel = "TEXT", description = "for the audit trail")
        private @Nullable String reason;

        @Option(names = "--json", description = "as the API says it, an object a line")
        private boolean json;

        @Override
        public Integer call() throws Exception {
            var wanted = JsonNodeFactory.instance.objectNode().put("reason", reason);
            var remote = server.remote();
            var out = spec.commandLine().getOut();
            return Several.each(
                    spec,
                    runs,
                    run -> {
                        JsonNode answer = remote.post(RunsCommand.pathOf(run, "/cancel"), wanted);
                        out.println(
                                json
                                        ? answer.toString()
                                        : "%s: %d canceled, %d being canceled, %d were over"
                                                .formatted(
                                                        run,
                                                        answer.path("canceled").asInt(0),
                                                        answer.path("canceling").asInt(0),
                                                        answer.path("finished_before").asInt(0)));
                        return 0;
                    });
        }
    }

    @Command(
            name = "rerun",
            mixinStandardHelpOptions = true,
            description = {
                "Submits runs again, and prints the ids of the new runs and, a line each, of their jobs."
            },
            footerHeading = "%nExample:%n",
            footer = "  baton runs watch $(baton runs rerun run_42 --failed | head -1)")
    static final class Rerun implements Callable<Integer> {
        @Spec private CommandSpec spec;
        @Mixin private ServerConnection server;

        @Parameters(paramLabel = "RUN", arity = "1..*", description = "such as run_42")
        private List<String> runs;

        @Option(names = "--failed", description = "only the jobs that did not succeed")
        private boolean failed;

        @Option(names = "--json", description = "as the API says it, an object a line")
        private boolean json;

        @Override
        public Integer call() throws Exception {
            var wanted = JsonNodeFactory.instance.objectNode().put("failed_only", failed);
            var remote = server.remote();
            var out = spec.commandLine().getOut();
            return Several.each(
                    spec,
                    runs,
                    run -> {
                        JsonNode answer = remote.post(RunsCommand.pathOf(run, "/rerun"), wanted);
                        if (json) {
                            out.println(answer);
                            return 0;
                        }
                        out.println(answer.path("run_id").asString(""));
                        for (JsonNode job : answer.path("jobs")) {
                            out.println(
                                    job.path("id").asString("")
                                            + " "
                                            + job.path("name").asString(""));
                        }
                        return 0;
                    });
        }
    }
}
