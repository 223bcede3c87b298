package dev.baton.cli;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.List;
import java.util.concurrent.Callable;

/// A command that asks one thing, or the same of several, and shows the answer: to people, or with `--json` to programs.
abstract class AnswerCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;

    @Option(
            names = "--json",
            description = "as the API says it; an array if several were asked for")
    private boolean json;

    /// What is asked for.
    abstract List<String> paths();

    /// The answer for people.
    abstract String text(JsonNode answer);

    @Override
    public Integer call() throws Exception {
        var remote = server.remote();
        var out = spec.commandLine().getOut();
        var answers = JsonNodeFactory.instance.arrayNode();
        int status =
                Several.each(
                        spec,
                        paths(),
                        path -> {
                            JsonNode answer = remote.get(path);
                            if (!json) {
                                out.print((answers.isEmpty() ? "" : "\n") + text(answer));
                            }
                            answers.add(answer);
                            return 0;
                        });
        if (json && !answers.isEmpty()) {
            out.println(Answers.json(paths().size() == 1 ? answers.get(0) : answers));
        }
        return status;
    }
}
