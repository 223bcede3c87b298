package dev.baton.cli;

import dev.baton.bench.RunBench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Path;

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
final class BenchRunCommand extends Measurement {
    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "300",
            description = "jobs whose first byte is waited for (${DEFAULT-VALUE})")
    private int samples;

    @Override
    ObjectNode measure() throws IOException, InterruptedException {
        String launcher = System.getProperty("baton.launcher", "");
        if (launcher.isEmpty()) {
            throw misused("this measures ./baton itself: start it with that");
        }
        return checked(() -> new RunBench(Path.of(launcher), samples, out())).run();
    }
}
