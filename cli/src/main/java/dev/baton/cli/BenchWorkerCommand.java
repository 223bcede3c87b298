package dev.baton.cli;

import dev.baton.bench.Program;
import dev.baton.bench.WorkerBench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;

/// `baton bench worker`: how fast output passes through start-worker.
@Command(
        name = "worker",
        mixinStandardHelpOptions = true,
        description = {
            "Lets a worker print as fast as it can, through start-worker and through cat, and",
            "compares the two.",
            ""
        },
        sortOptions = false,
        optionListHeading = "Options:%n")
final class BenchWorkerCommand extends Measurement {
    @Option(
            names = "--megabytes",
            paramLabel = "N",
            defaultValue = "4000",
            description = "how much it prints (${DEFAULT-VALUE})")
    private int megabytes;

    @Override
    ObjectNode measure() throws IOException, InterruptedException {
        var program = Program.same(Main.class.getName());
        return checked(() -> new WorkerBench(megabytes, program, out())).run();
    }
}
