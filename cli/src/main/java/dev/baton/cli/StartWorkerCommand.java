package dev.baton.cli;

import dev.baton.cli.run.Signals;
import dev.baton.core.Shown;
import dev.baton.supervisor.ConfigFile;
import dev.baton.supervisor.Supervisor;
import dev.baton.supervisor.SupervisorConfig;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;

/// `baton start-worker`: starts a worker, and looks after it until its end.
@Command(
        name = "start-worker",
        mixinStandardHelpOptions = true,
        subcommands = StartWorkerStatusCommand.class,
        description = {
            "Starts a worker, speaks the worker protocol with it, ends it when the machine is",
            "about to go away, and starts it again when it crashes.",
            ""
        },
        optionListHeading = "Options:%n",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton start-worker worker.toml",
            "  baton start-worker worker.toml --check-config",
            "  baton start-worker status worker.toml",
            "",
            "SIGTERM, SIGINT or SIGHUP ends it: the worker may finish what it does. At a",
            "second signal it may not. It ends with the exit status of the worker."
        })
final class StartWorkerCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "what to start, and how (see docs/worker.md)")
    private @Nullable Path file;

    @Option(names = "--check-config", description = "only say what is wrong with the file")
    private boolean checkConfig;

    @Option(
            names = "--log-format",
            paramLabel = "FORM",
            defaultValue = "plain",
            description = "plain or json")
    private String logFormat;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (file == null) {
            throw new ParameterException(spec.commandLine(), "Missing required parameter: 'FILE'");
        }
        if (!List.of("plain", "json").contains(logFormat)) {
            throw new CommandFailed(
                    "--log-format: expected plain or json, got " + Shown.of(logFormat));
        }
        System.setProperty("baton.log.format", logFormat);
        SupervisorConfig config = ConfigFile.read(file);
        if (checkConfig) {
            spec.commandLine().getOut().println("%s is good".formatted(file));
            return 0;
        }
        Path state = Files.createTempDirectory("baton-start-worker");
        try (var out = new FileOutputStream(FileDescriptor.out);
                var err = new FileOutputStream(FileDescriptor.err);
                var supervisor = new Supervisor(config, state, InstantSource.system(), out, err)) {
            for (String signal : List.of("TERM", "INT", "HUP")) {
                Signals.on(signal, () -> supervisor.terminate("SIG" + signal));
            }
            return supervisor.run();
        }
    }
}
