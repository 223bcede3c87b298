package dev.baton.cli;

import dev.baton.core.JobId;
import dev.baton.simulation.Parts;
import dev.baton.simulation.Played;
import dev.baton.simulation.Seeds;
import dev.baton.simulation.Simulation;
import dev.baton.simulation.Violation;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import tools.jackson.databind.node.JsonNodeFactory;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/// `baton simulate`: plays the whole system, with all that can go wrong, from seeds.
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = {
            "Plays orchestrators, their store, runners with executors, and clients on a virtual clock and a virtual network,",
            "kills and cuts and slows them, and checks that every promise holds. The same seed is the same run.",
            ""
        },
        sortOptions = false,
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton simulate --seeds 200",
            "  baton simulate --soak",
            "  baton simulate --seed 83 --job job_8005"
        })
final class SimulateCommand implements Callable<Integer> {
    private static final long SOAK_SEEDS = 100_000;
    private static final long SEEDS_PER_LINE = 1_000;

    @Spec private CommandSpec spec;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "1000",
            description = "how many seeds to play (${DEFAULT-VALUE})")
    private long seeds;

    @Option(
            names = "--from",
            paramLabel = "SEED",
            defaultValue = "1",
            description = "the first of them (${DEFAULT-VALUE})")
    private long from;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "0",
            description = "how many are played at once (0: one for each processor)")
    private int threads;

    @Option(names = "--soak", description = "play 100,000 seeds")
    private boolean soak;

    @Option(names = "--seed", paramLabel = "SEED", description = "play one seed and tell its story")
    private @Nullable Long seed;

    @Option(names = "--job", paramLabel = "JOB", description = "with --seed: the story of one job")
    private @Nullable String job;

    @Option(names = "--json", description = "print the figures as JSON, as the last line")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        check();
        // What the simulated processes would log is in their story. Before the first line is
        // logged: logback.xml reads it.
        System.setProperty("baton.log.level", "OFF");
        return seed == null ? playMany() : tell(seed);
    }

    private void check() {
        if (seeds < 1 || threads < 0) {
            throw misused("--seeds: expected at least 1; --threads: expected 0 or more");
        }
        if (job != null && seed == null) {
            throw misused("--job: expected together with --seed, which says where the job is");
        }
    }

    private ParameterException misused(String why) {
        return new ParameterException(spec.commandLine(), why);
    }

    private int playMany() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        long started = System.nanoTime();
        int atOnce = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
        var played = new AtomicLong();
        var result =
                new Seeds(Parts.REAL, atOnce)
                        .play(
                                from,
                                soak ? SOAK_SEEDS : seeds,
                                one -> tellProgress(out, one, played.incrementAndGet()));
        report(out, result, (System.nanoTime() - started) / 1e9);
        return result.violations().isEmpty() ? 0 : 1;
    }

    private static void tellProgress(PrintWriter out, Played one, long played) {
        if (one.violation() != null) {
            tell(out, one.violation());
        }
        if (played % SEEDS_PER_LINE == 0) {
            out.printf(Locale.ROOT, "%,d seeds%n", played);
            out.flush();
        }
    }

    private static void tell(PrintWriter out, Violation violation) {
        JobId about = violation.job();
        out.println(violation);
        out.printf(
                "  replay: baton simulate --seed %d%s%n",
                violation.seed(), about == null ? "" : " --job " + about);
        out.flush();
    }

    private int tell(long one) {
        PrintWriter out = spec.commandLine().getOut();
        long started = System.nanoTime();
        Played played = Simulation.tell(one, Parts.REAL);
        String about = job;
        List<String> story =
                about == null
                        ? played.story().stream().map(Played.Line::text).toList()
                        : played.storyOf(JobId.parse(about));
        story.forEach(out::println);
        Violation violation = played.violation();
        if (violation != null) {
            out.println(violation);
        }
        var violations = violation == null ? List.<Violation>of() : List.of(violation);
        report(
                out,
                new Seeds.Result(played.figures(), violations),
                (System.nanoTime() - started) / 1e9);
        return violation == null ? 0 : 1;
    }

    private void report(PrintWriter out, Seeds.Result result, double seconds) {
        var figures = result.figures();
        out.printf(
                Locale.ROOT,
                "%,d seeds, %,.0f simulated hours, %,d jobs, %,d calls, %,d kills, %,d other faults, %,d of executors, %,d messages: %d violations in %.1f s%n",
                figures.seeds(),
                figures.hours(),
                figures.jobs(),
                figures.calls(),
                figures.kills(),
                figures.faults(),
                figures.executorFaults(),
                figures.messages(),
                result.violations().size(),
                seconds);
        if (json) {
            out.println(
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("seeds", figures.seeds())
                            .put("violations", result.violations().size())
                            .put("simulated_hours", figures.hours())
                            .put("jobs", figures.jobs())
                            .put("calls", figures.calls())
                            .put("kills", figures.kills())
                            .put("faults", figures.faults())
                            .put("executor_faults", figures.executorFaults())
                            .put("messages", figures.messages())
                            .put("transactions", figures.commits())
                            .put("seconds", seconds));
        }
        out.flush();
    }
}
