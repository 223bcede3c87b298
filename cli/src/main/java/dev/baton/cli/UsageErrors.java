package dev.baton.cli;

import dev.baton.core.NearestName;
import dev.baton.core.Shown;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.util.Collection;
import java.util.Objects;

/// Says what is wrong with a command line: the mistake, the name that was probably meant, and where the help is.
final class UsageErrors {
    static final int STATUS = 2;

    private UsageErrors() {}

    static int explain(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        var err = command.getErr();
        err.println("baton: " + text(wrong));
        err.println(
                "`%s --help` shows what it takes"
                        .formatted(command.getCommandSpec().qualifiedName()));
        return STATUS;
    }

    private static String text(ParameterException wrong) {
        if (wrong instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unmatched(wrong.getCommandLine(), unmatched.getUnmatched().getFirst());
        }
        String message = Objects.requireNonNullElse(wrong.getMessage(), "");
        // Picocli begins a sentence; the lines of Baton go on after a colon.
        return message.isEmpty() || message.startsWith("'")
                ? message
                : Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }

    private static String unmatched(CommandLine command, String argument) {
        var spec = command.getCommandSpec();
        if (argument.startsWith("-")) {
            String name = argument.contains("=") ? argument.split("=", 2)[0] : argument;
            return unknown("option", name, spec.optionsMap().keySet());
        }
        return spec.subcommands().isEmpty()
                ? "unexpected argument '%s'".formatted(Shown.of(argument))
                : unknown("command", argument, spec.subcommands().keySet());
    }

    private static String unknown(String what, String name, Collection<String> known) {
        return "unknown %s '%s'%s"
                .formatted(
                        what,
                        Shown.of(name),
                        NearestName.to(name, known)
                                .map(nearest -> "; did you mean %s?".formatted(nearest))
                                .orElse(""));
    }
}
