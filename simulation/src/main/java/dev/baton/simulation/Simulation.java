package dev.baton.simulation;

import dev.baton.core.Capabilities;
import dev.baton.core.RunnerId;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// One seed: a system is put together, things go wrong until the horizon, everything heals, and then all must be well.
public final class Simulation {
    /// After healing, so many TTLs are enough for everything to end.
    private static final double PATIENCE_TTLS = 500;

    private static final double LEAST_PATIENCE = 7_200;
    private static final long MOST_EVENTS = 5_000_000;

    private Simulation() {}

    /// Plays a seed.
    public static Played play(long seed, Parts parts) {
        return play(seed, parts, false);
    }

    /// Plays a seed and tells all that happens.
    public static Played tell(long seed, Parts parts) {
        return play(seed, parts, true);
    }

    private static Played play(long seed, Parts parts, boolean told) {
        try (var world = new World(seed, parts, told)) {
            populate(world);
            world.faults().begin();
            runUntilHealed(world);
            runUntilQuiet(world);
            if (world.oracle().found() == null) {
                world.oracle().conclude();
            }
            return new Played(
                    violation(seed, world),
                    world.story().lines().stream()
                            .map(line -> new Played.Line(line.job(), line.toString()))
                            .toList(),
                    Figures.of(world));
        }
    }

    private static void populate(World world) {
        var scenario = world.scenario();
        world.story().tell(scenario::toString);
        for (int i = 1; i <= scenario.orchestrators(); i++) {
            world.orchestrators().add(new SimulatedOrchestrator(world, i));
        }
        for (int i = 1; i <= scenario.runners(); i++) {
            // Somebody can do everything that is asked for.
            var tags = i == 1 ? List.of("linux", "gpu") : List.of("linux");
            world.runners()
                    .add(
                            new SimulatedRunner(
                                    world,
                                    "runner-" + i,
                                    new RunnerId("runner-" + i),
                                    Capabilities.of(tags),
                                    new SimulatedRunner.Trades(
                                            world.chance().between(1, 3), executors(world, i))));
        }
        if (scenario.namesake() && !scenario.calm()) {
            var first = world.runners().getFirst();
            world.addPassing(
                    new SimulatedRunner(
                            world, "namesake", first.id(), first.capabilities(), first.trades()));
        }
        if (scenario.greedy() && !scenario.calm()) {
            world.addPassing(new GreedyRunner(world));
        }
        for (int i = 1; i <= scenario.clients(); i++) {
            world.clients().add(new SimulatedClient(world, i));
        }
        world.orchestrators().forEach(SimulatedProcess::start);
        world.runners().forEach(SimulatedProcess::start);
        world.passing().forEach(SimulatedProcess::start);
        world.clients().forEach(client -> client.begin(scenario.runs() / scenario.clients() + 1));
    }

    private static List<SimulatedPool.Plan> executors(World world, int runner) {
        var plans = new ArrayList<SimulatedPool.Plan>();
        for (int i = 1; i <= world.scenario().executors(); i++) {
            if (runner == 1 || world.chance().happens(0.6)) {
                plans.add(SimulatedPool.Plan.of(world.chance(), "executor-" + i));
            }
        }
        return plans;
    }

    private static void runUntilHealed(World world) {
        long horizon = Timeline.seconds(world.scenario().horizon());
        boolean[] healed = {false};
        world.timeline()
                .at(
                        horizon,
                        () -> {
                            world.faults().heal();
                            healed[0] = true;
                        });
        while (!healed[0] && isFine(world)) {
            world.timeline().next();
        }
    }

    private static void runUntilQuiet(World world) {
        double patience = Math.max(LEAST_PATIENCE, world.scenario().ttl() * PATIENCE_TTLS);
        long deadline = world.timeline().now() + Timeline.seconds(patience);
        while (isFine(world) && !isQuiet(world)) {
            if (world.timeline().now() > deadline) {
                world.oracle()
                        .violate(
                                "every job comes to an end",
                                null,
                                "something still goes on long after everything healed");
            }
            world.timeline().next();
        }
    }

    private static boolean isFine(World world) {
        if (world.timeline().planned() > MOST_EVENTS) {
            world.oracle().violate("nothing goes in circles", null, MOST_EVENTS + " events");
        }
        return world.oracle().found() == null;
    }

    private static boolean isQuiet(World world) {
        return world.clients().stream().allMatch(SimulatedClient::isContent)
                && world.runners().stream().allMatch(SimulatedRunner::isIdle);
    }

    private static @Nullable Violation violation(long seed, World world) {
        var found = world.oracle().found();
        return found == null
                ? null
                : new Violation(
                        seed,
                        Timeline.shown(found.at()),
                        found.promise(),
                        found.job(),
                        found.detail());
    }
}
