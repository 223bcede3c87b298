package dev.baton.cli;

import dev.baton.settings.ConfigException;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.util.LinkedHashSet;
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
        return baton.setUsageHelpAutoWidth(true).setExecutionExceptionHandler(Main::explain);
    }

    /// What went wrong, in a line: the cause where the message only says that there is one.
    private static int explain(
            Exception failure, CommandLine command, CommandLine.ParseResult arguments) {
        if (failure instanceof ConfigException wrong) {
            wrong.errors().forEach(error -> command.getErr().println("baton: " + error));
            return 2;
        }
        var said = new LinkedHashSet<String>();
        for (Throwable t = failure; t != null; t = t.getCause()) {
            said.add(Objects.requireNonNullElse(t.getMessage(), t.getClass().getSimpleName()));
        }
        command.getErr().println("baton: " + String.join(": ", said));
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
