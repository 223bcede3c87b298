package dev.baton.cli;

import dev.baton.explorer.Exploration;
import dev.baton.explorer.Explorer;
import dev.baton.explorer.Scene;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import tools.jackson.databind.node.JsonNodeFactory;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;

/// `baton explore`: tries out every way that jobs can go.
@Command(
        name = "explore",
        mixinStandardHelpOptions = true,
        description = {
            "Takes the rules through every interleaving of two runners, a canceller, the sweep and the",
            "clock, with messages that are lost, repeated and late, and checks that every promise holds.",
            ""
        },
        sortOptions = false,
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {"  baton explore", "  baton explore --depth 16 --states 50000000"})
final class ExploreCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--depth",
            paramLabel = "N",
            defaultValue = "1000",
            description = "how many moves away from the start (${DEFAULT-VALUE})")
    private int depth;

    @Option(
            names = "--states",
            paramLabel = "N",
            defaultValue = "3000000",
            description = "states of a scene after which it goes no deeper (${DEFAULT-VALUE})")
    private long states;

    @Option(names = "--json", description = "print the figures as JSON, as the last line")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        long met = 0;
        long tried = 0;
        int broken = 0;
        for (Scene scene : Scene.ALL) {
            Exploration found = new Explorer(scene, Explorer.REAL).explore(depth, states);
            tell(out, found);
            met += found.states();
            tried += found.transitions();
            broken += found.broken() == null ? 0 : 1;
        }
        if (json) {
            out.println(
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("states", met)
                            .put("transitions", tried)
                            .put("violations", broken));
        }
        out.flush();
        return broken == 0 ? 0 : 1;
    }

    private static void tell(PrintWriter out, Exploration found) {
        out.printf(
                Locale.ROOT,
                "%-8s %,12d states, %,14d transitions, %d moves deep%s%n",
                found.scene().name(),
                found.states(),
                found.transitions(),
                found.depth(),
                found.complete() ? ", and there is nothing more" : "");
        if (found.broken() != null) {
            out.println("BROKEN: " + found.broken());
        }
        out.flush();
    }
}
