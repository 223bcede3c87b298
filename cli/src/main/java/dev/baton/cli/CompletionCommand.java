package dev.baton.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

/// `baton completion`: prints a script that completes commands and options.
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = {"Prints a script for completion in bash and zsh.", ""},
        optionListHeading = "Options:%n",
        footerHeading = "%nExample:%n",
        footer = "  source <(baton completion)")
final class CompletionCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        // All of them: this process has loaded only the verb that it was started with.
        spec.commandLine().getOut().print(AutoComplete.bash("baton", Main.commandLine()));
        return 0;
    }
}
