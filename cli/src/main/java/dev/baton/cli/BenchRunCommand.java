package dev.baton.cli;

import dev.baton.bench.BenchException;
import dev.baton.bench.RunBench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/// `baton bench run`: what it costs to run a command.
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Starts an orchestrator and runners as users do, and measures what it costs to run a command:",
            "from its submission to the first byte seen, as a whole, for each step, and in memory.",
            ""
        },
        sortOptions = false,
        optionListHeading = "Options:%n")
final class BenchRunCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "300",
            description = "jobs whose first byte is waited for (${DEFAULT-VALUE})")
    private int samples;

    @Option(names = "--json", description = "print the figures as JSON, as the last line")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var out = spec.commandLine().getOut();
        try {
            var figures = bench().run();
            if (json) {
                out.println(figures);
            }
            out.flush();
            return 0;
        } catch (BenchException | IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return 1;
        }
    }

    private RunBench bench() {
        String launcher = System.getProperty("baton.launcher", "");
        if (launcher.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "this measures ./baton itself: start it with that");
        }
        try {
            return new RunBench(Path.of(launcher), samples, spec.commandLine().getOut());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }
}
