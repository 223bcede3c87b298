package dev.baton.cli;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.Callable;

/// A command that asks one thing, and shows the answer: to people, or with `--json` to programs.
abstract class AnswerCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;

    @Option(names = "--json", description = "as the API says it")
    private boolean json;

    /// What is asked for.
    abstract String path();

    /// The answer for people.
    abstract String text(JsonNode answer);

    @Override
    public Integer call() throws Exception {
        JsonNode answer = server.remote().get(path());
        var out = spec.commandLine().getOut();
        if (json) {
            out.println(Answers.json(answer));
        } else {
            out.print(text(answer));
        }
        return 0;
    }
}
