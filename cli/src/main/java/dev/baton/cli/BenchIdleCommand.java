package dev.baton.cli;

import dev.baton.bench.BenchException;
import dev.baton.bench.IdleBench;
import dev.baton.bench.Program;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.concurrent.Callable;

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
final class BenchIdleCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--streams",
            paramLabel = "N",
            defaultValue = "5000",
            description = "how many (${DEFAULT-VALUE})")
    private int streams;

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

    private IdleBench bench() {
        try {
            return new IdleBench(
                    streams, Program.same(Main.class.getName()), spec.commandLine().getOut());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }
}
