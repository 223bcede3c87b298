package dev.baton.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `baton bench`: measures this machine with Baton on it.
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        subcommands = {
            BenchLeaseCommand.class,
            BenchIdleCommand.class,
            BenchRunCommand.class,
            BenchCallCommand.class,
            BenchWorkerCommand.class
        },
        description = {"Measures Baton on this machine, over real connections.", ""},
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton bench lease",
            "  baton bench lease --store postgres --scenario all --json",
            "  baton bench idle --streams 5000",
            "  baton bench run",
            "  baton bench call",
            "  baton bench worker"
        })
final class BenchCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "lease, idle, run, call or worker?");
    }
}
