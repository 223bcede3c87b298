package dev.baton.cli;

import dev.baton.bench.IdleBench;
import dev.baton.bench.Program;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;

/// `baton bench idle`: the memory of idle lease streams.
@Command(
        name = "idle",
        mixinStandardHelpOptions = true,
        description = {
            "Attaches lease streams on which nothing happens, and measures the memory of each:",
            "live heap after full collections, and what the JVM commits outside of the heap.",
            ""
        },
        sortOptions = false,
        optionListHeading = "Options:%n")
final class BenchIdleCommand extends Measurement {
    @Option(
            names = "--streams",
            paramLabel = "N",
            defaultValue = "5000",
            description = "how many (${DEFAULT-VALUE})")
    private int streams;

    @Override
    ObjectNode measure() throws IOException, InterruptedException {
        var program = Program.same(Main.class.getName());
        return checked(() -> new IdleBench(streams, program, out())).run();
    }
}
