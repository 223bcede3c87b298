package dev.baton.simulation;

import dev.baton.executor.pool.ExecutorConfig;
import dev.baton.executor.pool.SteppedPool;
import dev.baton.executor.pool.Transport;
import dev.baton.executor.wire.ExecutionRequest;
import dev.baton.runner.lease.Fence;
import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.lease.Trade;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/// One executor of a runner: the real pool, with simulated processes, and with a guardian that kills them when the runner stands still.
final class SimulatedPool {
    static final String TAG = "executor=";

    private final SimulatedRunner runner;
    private final ExecutorConfig config;
    private final Trade trade;
    private final Fence fence;
    private final SteppedPool real;
    private final List<SimulatedExecutor> processes;
    private final Set<HeldLease> covered = new HashSet<>();
    private boolean telling;
    private long killAt;

    /// How an executor is set up, in each life of its runner.
    ///
    /// @param processes how many
    /// @param slots of each
    /// @param cancelGrace in seconds
    record Plan(String name, int processes, int slots, double cancelGrace) {
        static Plan of(Chance chance, String name) {
            return new Plan(
                    name, chance.between(1, 2), chance.between(1, 3), chance.acrossScales(0.5, 10));
        }
    }

    SimulatedPool(SimulatedRunner runner, Plan plan) {
        this.runner = runner;
        config =
                new ExecutorConfig(
                        List.of(plan.name()),
                        Path.of("."),
                        Map.of(),
                        plan.processes(),
                        plan.slots(),
                        Transport.UNIX,
                        new ExecutorConfig.Times(
                                ExecutorConfig.Times.DEFAULTS.start(),
                                ExecutorConfig.Times.DEFAULTS.stopGrace(),
                                Duration.ofNanos(Timeline.seconds(plan.cancelGrace()))),
                        ExecutorConfig.Restarts.DEFAULTS);
        trade = new Trade(TAG + plan.name(), 0);
        fence = new Fence(this::guard, runner::nanos);
        real =
                new SteppedPool(
                        plan.name(),
                        runner.world.parts().set(config),
                        new SteppedPool.Circumstances(
                                runner.world.timeline()::instant,
                                runner::nanos,
                                runner.world.chance().another(),
                                this::countSlots));
        processes =
                IntStream.rangeClosed(1, plan.processes())
                        .mapToObj(
                                i ->
                                        new SimulatedExecutor(
                                                this,
                                                "%s of %s (%d)"
                                                        .formatted(plan.name(), runner.name, i)))
                        .toList();
    }

    void start() {
        processes.forEach(SimulatedExecutor::start);
    }

    SimulatedRunner runner() {
        return runner;
    }

    SteppedPool real() {
        return real;
    }

    Trade trade() {
        return trade;
    }

    List<SimulatedExecutor> processes() {
        return processes;
    }

    /// How many calls a process may have at a time.
    int mostInFlight() {
        return config.maxInFlight();
    }

    private void countSlots() {
        trade.setCapacity(real.slots().total());
        runner.tradeChanged();
    }

    /// The call whose request a process is sent now.
    @Nullable SimulatedCall undispatched(ExecutionRequest request) {
        return runner.calls().stream()
                .filter(call -> call.isAskedBy(request))
                .findFirst()
                .orElse(null);
    }

    /// From now on a call is made under this lease.
    void cover(HeldLease lease) {
        covered.add(lease);
        fence.cover(lease);
        if (!telling) {
            telling = true;
            tellLater();
        }
    }

    void uncover(HeldLease lease) {
        covered.remove(lease);
        fence.uncover(lease);
    }

    /// As often as in production; less often where leases are long, for it costs.
    private void tellLater() {
        double every = Math.max(Fence.EVERY.toMillis() / 1e3, runner.world.scenario().ttl() / 20);
        runner.after(
                Timeline.seconds(every),
                () -> {
                    fence.tell();
                    telling = !covered.isEmpty();
                    if (telling) {
                        tellLater();
                    }
                });
    }

    private void guard(Duration left) {
        var timeline = runner.world.timeline();
        long at = timeline.now() + runner.inWorldTime(left.toNanos());
        killAt = at;
        timeline.at(
                at,
                () -> {
                    if (killAt == at && !covered.isEmpty()) {
                        processes.forEach(process -> process.kill("its time was over"));
                    }
                });
    }

    /// The runner is gone, and so is everything that it started.
    void die() {
        processes.forEach(SimulatedExecutor::die);
    }
}
