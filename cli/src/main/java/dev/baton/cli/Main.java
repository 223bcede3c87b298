package dev.baton.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.util.Objects;

/// The `baton` command. A verb is a class of its own beside this one, named in `subcommands`.
@Command(
        name = "baton",
        subcommands = {ServerCommand.class, TokenCommand.class, BenchCommand.class},
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description = {
            "Runs work on machines that may die at any moment,",
            "and finalizes each job exactly once.",
            ""
        },
        optionListHeading = "Options:%n",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:it failed", "2:the arguments make no sense"})
public final class Main implements Runnable {

    @Spec private CommandSpec spec;

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main()).setUsageHelpAutoWidth(true);
    }

    /// Reached only when no verb was given.
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command?");
    }

    /// Reads the version that the build wrote into the jar.
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"baton " + Objects.requireNonNullElse(version, "(not packaged)")};
        }
    }
}
