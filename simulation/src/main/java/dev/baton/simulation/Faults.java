package dev.baton.simulation;

import dev.baton.store.CommitFate;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// What goes wrong, all of it from the seed: processes are killed at any step, stand still, are cut off, are told to leave; disks are slow or
/// full, the database is away, the store's clock jumps. At the horizon everything heals.
final class Faults {
    private static final double LOST = 0.03;
    private static final double LONGEST_OUTAGE = 20;

    private final World world;
    private final Map<SimulatedOrchestrator, Ambush> ambushes = new HashMap<>();
    private final Map<SimulatedOrchestrator, Long> awayUntil = new HashMap<>();
    private final Set<SimulatedRunner> leaving = new LinkedHashSet<>();
    private final Map<SimulatedOrchestrator, Long> frozen = new HashMap<>();
    private boolean healed;
    private long fullUntil;
    private long slowUntil;
    private long lockedUntil;
    private @Nullable SimulatedOrchestrator locking;
    private int kills;
    private int others;

    /// Waits for a commit that is still some others away.
    private record Ambush(int commits, CommitFate fate) {}

    Faults(World world) {
        this.world = world;
    }

    int kills() {
        return kills;
    }

    /// Faults that are not kills.
    int others() {
        return others;
    }

    void begin() {
        healed = world.scenario().calm();
        next();
        nextOfNeighbours();
    }

    /// From here on nothing goes wrong any more.
    void heal() {
        healed = true;
        fullUntil = 0;
        slowUntil = 0;
        ambushes.clear();
        awayUntil.clear();
        world.network().heal();
        world.story().tell(() -> "everything heals");
        leaving.forEach(SimulatedProcess::kill);
        leaving.clear();
        frozen.clear();
        lockedUntil = 0;
        world.passing().forEach(SimulatedProcess::kill);
        processes().stream().filter(process -> !process.isAlive()).forEach(SimulatedProcess::start);
    }

    private void next() {
        double wait = world.chance().untilNext(world.scenario().trouble());
        world.timeline()
                .after(
                        Timeline.seconds(wait),
                        () -> {
                            if (!healed) {
                                strike();
                                next();
                            }
                        });
    }

    /// What neighbours do to each other comes by itself, and less often.
    private void nextOfNeighbours() {
        double wait = world.more().untilNext(world.scenario().trouble() * 4);
        world.timeline()
                .after(
                        Timeline.seconds(wait),
                        () -> {
                            if (!healed) {
                                others++;
                                strikeNeighbours();
                                nextOfNeighbours();
                            }
                        });
    }

    private void strikeNeighbours() {
        long span = Timeline.seconds(world.more().acrossScales(0.02, 3) * world.scenario().ttl());
        if (world.more().happens(0.5)) {
            frozen.put(world.more().oneOf(world.orchestrators()), span);
        } else {
            pauseNamesake(span);
        }
    }

    private void strike() {
        var chance = world.chance();
        double ttl = world.scenario().ttl();
        long now = world.timeline().now();
        long span = Timeline.seconds(chance.acrossScales(0.02, 3) * ttl);
        int kind = chance.between(1, 24);
        if (kind <= 4) {
            killAndRestart(chance.oneOf(processes()));
            return;
        }
        others++;
        switch (kind) {
            case 5, 6, 7, 8 -> lieInWait();
            case 9, 10, 11 -> pause(chance.oneOf(processes()), span);
            case 12, 13 -> cut(chance.oneOf(world.runners()), chance.oneOf(world.orchestrators()));
            case 14 -> world.runners().forEach(r -> cut(r, chance.oneOf(world.orchestrators())));
            case 15 -> fullUntil = now + outage();
            case 16 -> slowUntil = now + outage();
            case 17 -> awayUntil.put(chance.oneOf(world.orchestrators()), now + outage());
            case 18 -> jump();
            case 19 -> preempt(chance.oneOf(world.runners()), span);
            case 20, 21 -> disturb(executor -> executor.kill("by chance"));
            case 22 -> disturb(executor -> executor.stall(span));
            // Its runners go elsewhere meanwhile.
            case 23 -> pause(chance.oneOf(world.orchestrators()), span);
            default -> world.network().slow(chance.acrossScales(1, 300));
        }
    }

    /// So that it and the runner whose id it has take turns.
    private void pauseNamesake(long span) {
        for (var process : world.passing()) {
            pause(world.more().happens(0.5) ? process : world.runners().getFirst(), span);
        }
    }

    /// How long the store is of little use. Everybody tries again and again meanwhile, so it is not for hours.
    private long outage() {
        return Timeline.seconds(
                Math.min(
                        LONGEST_OUTAGE,
                        world.chance().acrossScales(0.05, 3) * world.scenario().ttl()));
    }

    /// Kills a process; it comes back after a while.
    void killAndRestart(SimulatedProcess process) {
        if (!process.isAlive()) {
            return;
        }
        kills++;
        process.kill();
        double away = world.chance().acrossScales(0.001, 1.5) * world.scenario().ttl();
        world.timeline()
                .after(
                        Timeline.seconds(away),
                        () -> {
                            if (!process.isAlive()) {
                                process.start();
                            }
                        });
    }

    /// A machine announces its end, and goes; another takes its place.
    private void preempt(SimulatedRunner runner, long span) {
        if (!runner.isAlive() || !leaving.add(runner)) {
            return;
        }
        world.story().tell(() -> runner.name + " hears that its machine goes away");
        runner.happen(runner.life(), runner::giveBackAll);
        world.timeline()
                .after(
                        span,
                        () -> {
                            if (leaving.remove(runner)) {
                                killAndRestart(runner);
                            }
                        });
    }

    private void pause(SimulatedProcess process, long span) {
        world.story().tell(() -> process.name + " stands still for " + Timeline.shown(span));
        process.pause(span);
    }

    private void cut(SimulatedRunner runner, SimulatedOrchestrator orchestrator) {
        double seconds = world.chance().acrossScales(0.05, 3) * world.scenario().ttl();
        world.story().tell(() -> runner.name + " is cut off from " + orchestrator.name);
        world.network()
                .cut(runner, orchestrator, world.timeline().now() + Timeline.seconds(seconds));
    }

    /// Something happens to a process of an executor, if there is one.
    private void disturb(Consumer<SimulatedExecutor> how) {
        var executors =
                world.runners().stream().flatMap(runner -> runner.executors().stream()).toList();
        if (!executors.isEmpty()) {
            how.accept(world.chance().oneOf(executors));
        }
    }

    /// Whether something goes wrong that goes wrong by itself.
    boolean happens(double probability) {
        return !healed && world.chance().happens(probability);
    }

    /// One of the next commits is interrupted.
    private void lieInWait() {
        var fate =
                world.chance()
                        .oneOf(
                                List.of(
                                        CommitFate.DIED_BEFORE,
                                        CommitFate.DIED_AFTER,
                                        CommitFate.CUT_BEFORE,
                                        CommitFate.CUT_AFTER,
                                        CommitFate.REFUSED));
        ambushes.put(
                world.chance().oneOf(world.orchestrators()),
                new Ambush(world.chance().between(0, 10), fate));
    }

    private void jump() {
        double seconds = world.chance().between(-1.0, 1.0) * world.scenario().ttl();
        world.story().tell(() -> "the store's clock jumps by %.1f s".formatted(seconds));
        world.jumpStoreClock(Timeline.seconds(seconds));
        if (seconds > 0) {
            world.oracle().clockJumped();
        }
        world.planSweeps();
    }

    /// What becomes of the commit that an orchestrator makes now.
    CommitFate fateOfCommit(SimulatedOrchestrator by) {
        long now = world.timeline().now();
        by.pause(Timeline.seconds(world.chance().untilNext(now < slowUntil ? 0.5 : 0.001)));
        Long standsStill = frozen.remove(by);
        if (standsStill != null) {
            return freeze(by, standsStill);
        }
        waitForLocks(by);
        if (now < fullUntil) {
            return CommitFate.REFUSED;
        }
        if (now < awayUntil.getOrDefault(by, 0L)) {
            return CommitFate.CUT_BEFORE;
        }
        var ambush = ambushes.remove(by);
        if (ambush == null) {
            return CommitFate.DONE;
        }
        if (ambush.commits() > 0) {
            ambushes.put(by, new Ambush(ambush.commits() - 1, ambush.fate()));
            return CommitFate.DONE;
        }
        world.story().tell(() -> "a commit of " + by.name + ": " + ambush.fate());
        return ambush.fate();
    }

    /// An orchestrator stands still in the middle of a transaction. The database ends the transaction after a while, and the locks that it has
    /// are free then; the orchestrator finds out when it goes on.
    private CommitFate freeze(SimulatedOrchestrator by, long span) {
        long now = world.timeline().now();
        world.story()
                .tell(() -> by.name + " is frozen in a transaction for " + Timeline.shown(span));
        long locked = Math.min(span, world.parts().longestLock().toNanos());
        lockedUntil = now + locked;
        locking = by;
        awayUntil.put(by, now + 1);
        by.pause(span);
        return CommitFate.CUT_BEFORE;
    }

    /// A transaction of another orchestrator needs what the frozen one has locked.
    private void waitForLocks(SimulatedOrchestrator by) {
        long wait = lockedUntil - world.timeline().now();
        if (wait > 0 && !by.equals(locking)) {
            world.oracle().heldUp(by, wait);
            by.pauseUntil(lockedUntil);
        }
    }

    /// Whether a notice to another orchestrator is lost.
    boolean losesNotice() {
        return !healed && world.more().happens(world.scenario().lostNotices());
    }

    /// Whether a message between a client and an orchestrator is lost.
    boolean loses(String client, SimulatedOrchestrator orchestrator) {
        return !orchestrator.isAlive()
                || world.network().isCut(client, orchestrator.name)
                || (!healed && world.chance().happens(LOST));
    }

    private List<SimulatedProcess> processes() {
        var all = new ArrayList<SimulatedProcess>(world.orchestrators());
        all.addAll(world.runners());
        return all;
    }
}
