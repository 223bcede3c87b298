package dev.baton.cli;

import dev.baton.chaos.Chaos;
import dev.baton.chaos.ChaosPlan;
import dev.baton.chaos.Outcome;
import dev.baton.chaos.StoreKind;
import dev.baton.chaos.hostile.HostileOutcome;
import dev.baton.chaos.hostile.HostilePlan;
import dev.baton.chaos.hostile.HostileRun;
import dev.baton.chaos.hostile.act.Scale;
import dev.baton.core.Shown;
import dev.baton.settings.SettingReader;
import dev.baton.testkit.process.Launcher;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import tools.jackson.databind.node.ObjectNode;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;

/// `baton chaos`: real processes, real faults.
@Command(
        name = "chaos",
        mixinStandardHelpOptions = true,
        description = {
            "Runs orchestrators, runners and executors on this machine and gives them jobs",
            "and calls, while it kills and stops them, cuts and slows their connections,",
            "restarts their database and fills their disks. Some executors lie. Then it lets",
            "everything heal, and checks that nothing was lost, done twice or left behind.",
            "",
            "With --hostile it holds 100 leases on each store while hostile users and runners,",
            "a frozen orchestrator and a full disk do their worst, and measures the heartbeats.",
            ""
        },
        sortOptions = false,
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton chaos --time 2m",
            "  baton chaos --store postgres --time 30m --json",
            "  baton chaos --hostile --json",
            "",
            "Exit status 1 means that a promise was broken: the story of each job is",
            "printed, and the directory with all logs stays. To fill disks takes root, to",
            "call functions python3."
        })
final class ChaosCommand implements Callable<Integer> {
    /// The choices of `--store`, as people write them.
    enum Stores {
        sqlite,
        postgres
    }

    @Spec private CommandSpec spec;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            description =
                    "sqlite, or postgres with several orchestrators (sqlite; --hostile: both)")
    private @Nullable Stores store;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            defaultValue = "2m",
            description = "how long things go wrong, such as 30m (${DEFAULT-VALUE})")
    private String time = "";

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "which faults there are, and when (any; it is printed)")
    private @Nullable Long seed;

    @Option(
            names = "--jobs-per-second",
            paramLabel = "R",
            defaultValue = "14",
            description = "how fast jobs are submitted (${DEFAULT-VALUE})")
    private double jobsPerSecond;

    @Option(names = "--hostile", description = "hostile clients instead of broken processes")
    private boolean hostile;

    @Option(names = "--short", description = "less of everything, for --hostile")
    private boolean brief;

    @Option(
            names = "--act",
            paramLabel = "NAME",
            description = "only this part of --hostile (may be given several times)")
    private List<String> acts = List.of();

    @Option(names = "--keep", description = "keep the directory also when all is well")
    private boolean keep;

    @Option(names = "--json", description = "print the figures as JSON, as the last line")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        try {
            return hostile ? runHostile() : runChaos();
        } catch (IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return 1;
        }
    }

    private int runChaos() throws IOException, InterruptedException {
        if (brief || !acts.isEmpty()) {
            throw misused("--short and --act belong to --hostile; add it");
        }
        var chaos = new Chaos(plan(), launcher(), InstantSource.system(), out());
        Outcome outcome = chaos.run();
        return end(outcome.json(), outcome.isWell());
    }

    private int runHostile() throws IOException, InterruptedException {
        HostileOutcome outcome = new HostileRun(hostilePlan(), launcher(), out()).run();
        return end(outcome.json(), outcome.held());
    }

    private int end(ObjectNode figures, boolean held) {
        if (json) {
            out().println(figures);
        }
        out().flush();
        return held ? 0 : 1;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private HostilePlan hostilePlan() {
        try {
            return new HostilePlan(
                    store == null ? List.of(StoreKind.values()) : List.of(storeKind()),
                    brief ? Scale.SHORT : Scale.WHOLE,
                    acts,
                    keep);
        } catch (IllegalArgumentException e) {
            throw misused(String.valueOf(e.getMessage()));
        }
    }

    private StoreKind storeKind() {
        return store == Stores.postgres ? StoreKind.POSTGRES : StoreKind.SQLITE;
    }

    private ChaosPlan plan() {
        try {
            return new ChaosPlan(
                    storeKind(),
                    duration(),
                    seed == null ? ThreadLocalRandom.current().nextInt(1 << 30) : seed,
                    jobsPerSecond,
                    keep);
        } catch (IllegalArgumentException e) {
            throw misused(String.valueOf(e.getMessage()));
        }
    }

    private Duration duration() {
        return SettingReader.parseDuration(time)
                .orElseThrow(
                        () ->
                                misused(
                                        "--time: expected a duration such as 90s, 10m or 2h, got '%s'"
                                                .formatted(Shown.of(time))));
    }

    /// The script that started us, with the jars that we run with: what is built meanwhile changes nothing.
    private Launcher launcher() {
        String script = System.getProperty("baton.launcher", "");
        if (script.isEmpty()) {
            throw misused("this starts ./baton again and again: start it with that");
        }
        String first = System.getProperty("java.class.path").split(File.pathSeparator, -1)[0];
        return Launcher.script(Path.of(script))
                .with("BATON_LIB", String.valueOf(Path.of(first).getParent()))
                .with("BATON_JAVA_HOME", System.getProperty("java.home"));
    }

    private ParameterException misused(String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}
