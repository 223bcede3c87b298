package dev.baton.cli;

import dev.baton.bench.LeaseBench;
import dev.baton.bench.LeasePlan;
import dev.baton.bench.Program;
import dev.baton.bench.Scenario;
import dev.baton.bench.StoreKind;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// `baton bench lease`: how fast jobs are leased and finished.
@Command(
        name = "lease",
        mixinStandardHelpOptions = true,
        description = {
            "Fills the queue with jobs that do nothing, drains it through lease streams, and",
            "measures in the same run what hand-written SQL could do at most on the database.",
            ""
        },
        sortOptions = false,
        optionListHeading = "Options:%n")
final class BenchLeaseCommand extends Measurement {
    /// The choices of `--store`, as people write them.
    enum Stores {
        sqlite,
        postgres,
        both;

        List<StoreKind> kinds() {
            return switch (this) {
                case sqlite -> List.of(StoreKind.SQLITE);
                case postgres -> List.of(StoreKind.POSTGRES);
                case both -> List.of(StoreKind.SQLITE, StoreKind.POSTGRES);
            };
        }
    }

    @Option(
            names = "--store",
            paramLabel = "STORE",
            defaultValue = "both",
            description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})")
    private Stores stores;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "drain",
            description = "drain, backlog, hot-tenant, held-snapshot or all (${DEFAULT-VALUE})")
    private List<String> scenarios;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            defaultValue = "200000",
            description = "jobs that are drained in a round (${DEFAULT-VALUE})")
    private int jobs;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "8",
            description = "lease streams that drain (${DEFAULT-VALUE})")
    private int connections;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            defaultValue = "500",
            description = "jobs that each of them asks for at once (${DEFAULT-VALUE})")
    private int capacity;

    @Option(
            names = "--backlog",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "jobs in the long queue of backlog (${DEFAULT-VALUE})")
    private int backlog;

    @Option(
            names = "--hot-jobs",
            paramLabel = "N",
            defaultValue = "100000",
            description = "jobs of the one tenant of hot-tenant (${DEFAULT-VALUE})")
    private int hotJobs;

    @Option(
            names = "--profile",
            paramLabel = "DIR",
            description = "write a flight recording of each orchestrator")
    private @Nullable Path profiles;

    @Option(
            names = "--keep",
            description = "keep the logs of the orchestrators and the SQLite files")
    private boolean keep;

    @Override
    ObjectNode measure() throws IOException, SQLException, InterruptedException {
        var program = Program.same(Main.class.getName());
        return new LeaseBench(checked(this::plan), program, out()).run();
    }

    private LeasePlan plan() {
        return new LeasePlan(
                stores.kinds(),
                scenarios(),
                jobs,
                new LeasePlan.Load(connections, capacity),
                backlog,
                hotJobs,
                keep,
                profiles == null ? null : profiles.toAbsolutePath());
    }

    private Set<Scenario> scenarios() {
        var wanted = EnumSet.noneOf(Scenario.class);
        scenarios.forEach(name -> wanted.addAll(scenarios(name)));
        return wanted;
    }

    private static Set<Scenario> scenarios(String name) {
        return switch (name) {
            case "drain" -> EnumSet.of(Scenario.DRAIN);
            case "backlog" -> EnumSet.of(Scenario.BACKLOG);
            case "hot-tenant" -> EnumSet.of(Scenario.HOT_TENANT);
            case "held-snapshot" -> EnumSet.of(Scenario.HELD_SNAPSHOT);
            case "all" -> EnumSet.allOf(Scenario.class);
            default ->
                    throw new IllegalArgumentException(
                            "--scenario: expected drain, backlog, hot-tenant, held-snapshot or all, got "
                                    + name);
        };
    }
}
