package dev.baton.cli;

import dev.baton.cli.client.ClientException;
import dev.baton.settings.ConfigException;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.util.Objects;
import java.util.Optional;

/// The `baton` command. A verb is a class of its own beside this one, named in [Verb].
@Command(
        name = "baton",
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
        exitCodeList = {
            "0:done",
            "1:it failed",
            "2:the arguments or the settings make no sense",
            "124, 125, 130:of `baton run`: see `baton run --help`"
        })
public final class Main implements Runnable {

    @Spec private CommandSpec spec;

    public static void main(String[] args) {
        var verb = args.length == 0 ? Optional.<Verb>empty() : Verb.of(args[0]);
        CommandLine baton = verb.map(Main::commandLine).orElseGet(Main::commandLine);
        int exit = baton.execute(args);
        baton.getOut().flush();
        System.exit(exit);
    }

    /// With every verb.
    static CommandLine commandLine() {
        return commandLine(Verb.values());
    }

    private static CommandLine commandLine(Verb... verbs) {
        var baton = new CommandLine(new Main());
        for (Verb verb : verbs) {
            verb.addTo(baton);
        }
        return baton.setUsageHelpAutoWidth(true)
                .setExpandAtFiles(false) // an argument that begins with @ is an argument
                .setParameterExceptionHandler(UsageErrors::explain)
                .setExecutionExceptionHandler(Main::explain);
    }

    /// What went wrong, in a line, or in one for each mistake of the user.
    private static int explain(
            Exception failure, CommandLine command, CommandLine.ParseResult arguments) {
        if (failure instanceof ConfigException wrong) {
            wrong.errors().forEach(error -> command.getErr().println("baton: " + error));
            return UsageErrors.STATUS;
        }
        if (failure instanceof ClientException refused && refused.isAboutTheRequest()) {
            refused.problems().forEach(problem -> command.getErr().println("baton: " + problem));
            return UsageErrors.STATUS;
        }
        command.getErr().println("baton: " + FailureText.of(failure));
        return failure instanceof CommandFailed failed ? failed.exit() : 1;
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
