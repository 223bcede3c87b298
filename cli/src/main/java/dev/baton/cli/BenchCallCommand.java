package dev.baton.cli;

import dev.baton.bench.CallBench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Path;

/// `baton bench call`: what it costs to call a function.
@Command(
        name = "call",
        mixinStandardHelpOptions = true,
        description = {
            "Starts an orchestrator, a runner and an executor as users do, and measures what it costs to call a function:",
            "from the request that submits it until its result is in the caller's hands.",
            ""
        },
        sortOptions = false,
        optionListHeading = "Options:%n")
final class BenchCallCommand extends Measurement {
    @Option(
            names = "--calls",
            paramLabel = "N",
            defaultValue = "50000",
            description = "calls in each of three rounds (${DEFAULT-VALUE})")
    private int calls;

    @Option(
            names = "--no-python",
            description = "leave out the Python example and what it can do by itself")
    private boolean noPython;

    @Override
    ObjectNode measure() throws IOException, InterruptedException {
        String launcher = System.getProperty("baton.launcher", "");
        if (launcher.isEmpty()) {
            throw misused("this measures ./baton itself: start it with that");
        }
        return checked(() -> new CallBench(Path.of(launcher), calls, !noPython, out())).run();
    }
}
