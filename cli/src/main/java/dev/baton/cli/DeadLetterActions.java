package dev.baton.cli;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;

/// What can be done about dead letters: call them again, or forget them.
final class DeadLetterActions {
    private DeadLetterActions() {}

    /// Which letters something is done with: those that are named, or all that fit.
    static final class Chosen {
        /// How many the orchestrator takes at once.
        private static final int CHUNK = 1_000;

        @Mixin private ServerConnection server;
        @Mixin private LetterFilter filter;

        @Option(
                names = "--all",
                description = "all that are there now, or those that the other options leave over")
        private boolean all;

        @Option(names = "--json", description = "as the API says it, in one object")
        private boolean json;

        @Parameters(paramLabel = "JOB", arity = "0..*", description = "such as job_42")
        private List<String> jobs = new ArrayList<>();

        /// Has it done by the orchestrator to each of them.
        ///
        /// @param done how the orchestrator counts them, and people are told
        /// @param said what is printed for one that was named
        void tell(CommandSpec spec, String action, String done, Function<JsonNode, String> said)
                throws IOException {
            if (jobs.isEmpty() != all || (!filter.query().isEmpty() && !all)) {
                throw new ParameterException(
                        spec.commandLine(),
                        jobs.isEmpty()
                                ? "which ones? name jobs, or say --all"
                                : "jobs by their names, or --all?");
            }
            Remote remote = server.remote();
            var out = spec.commandLine().getOut();
            var answers = JsonNodeFactory.instance.objectNode();
            if (all) {
                int count = tellAll(remote, action, done);
                answers.put(done, count);
                say(out, done + " " + count);
            } else {
                var named = answers.putArray("jobs");
                for (String job : jobs) {
                    String path = "/v1/dead-letters/%s/%s".formatted(job, action);
                    JsonNode answer = remote.post(path, JsonNodeFactory.instance.objectNode());
                    named.add(answer);
                    say(out, said.apply(answer));
                }
            }
            if (json) {
                out.println(Answers.json(answers));
            }
        }

        private void say(PrintWriter out, String line) {
            if (!json) {
                out.println(line);
            }
        }

        /// Those that are listed first: one that fails again meanwhile is not called for ever.
        private int tellAll(Remote remote, String action, String done) throws ClientException {
            var letters = DeadLettersCommand.list(remote, filter, Integer.MAX_VALUE);
            int count = 0;
            for (int from = 0; from < letters.size(); from += CHUNK) {
                var body = JsonNodeFactory.instance.objectNode();
                var chunk = body.putArray("jobs");
                for (int i = from; i < Math.min(from + CHUNK, letters.size()); i++) {
                    chunk.add(letters.get(i).path("job_id").asString(""));
                }
                count += remote.post("/v1/dead-letters/" + action, body).path(done).asInt(0);
            }
            return count;
        }
    }

    @Command(
            name = "requeue",
            mixinStandardHelpOptions = true,
            description = {
                "Calls them again, with all of their attempts.",
                "Prints the ids of the new jobs, or with --all how many there are."
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  baton dead-letters requeue job_42",
                "  baton dead-letters requeue --all --queue mail"
            })
    static final class Requeue implements Callable<Integer> {
        @Spec private CommandSpec spec;
        @Mixin private Chosen chosen;

        @Override
        public Integer call() throws IOException {
            chosen.tell(spec, "requeue", "requeued", answer -> answer.path("job_id").asString(""));
            return 0;
        }
    }

    @Command(
            name = "discard",
            mixinStandardHelpOptions = true,
            description = "Takes them off the list. The jobs stay.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  baton dead-letters discard job_42",
                "  baton dead-letters discard --all --function old"
            })
    static final class Discard implements Callable<Integer> {
        @Spec private CommandSpec spec;
        @Mixin private Chosen chosen;

        @Override
        public Integer call() throws IOException {
            chosen.tell(
                    spec,
                    "discard",
                    "discarded",
                    answer -> "discarded " + answer.path("job_id").asString(""));
            return 0;
        }
    }
}
