package dev.baton.runner;

import dev.baton.executor.pool.ExecutorConfig;
import dev.baton.executor.pool.ExecutorPools;
import dev.baton.runner.job.CallExecution.Extension;
import dev.baton.runner.lease.Fence;
import dev.baton.runner.lease.Trade;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The executors of a runner, each with its own places: as many as its processes have slots at the moment.
final class Switchboard implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Switchboard.class);
    private static final String TAG = "executor=";

    private final Map<String, ExecutorConfig> configs;
    private final Map<String, Trade> trades = new LinkedHashMap<>();
    private final Map<String, Fence> fences = new ConcurrentHashMap<>();

    private final RunnerTelemetry telemetry;
    private volatile @Nullable ExecutorPools pools;
    private volatile @Nullable Thread fencing;

    Switchboard(Map<String, ExecutorConfig> configs, RunnerTelemetry telemetry) {
        this.configs = configs;
        this.telemetry = telemetry;
        configs.keySet().forEach(name -> trades.put(name, new Trade(TAG + name, 0)));
    }

    List<Trade> trades() {
        return List.copyOf(trades.values());
    }

    Set<String> names() {
        return configs.keySet();
    }

    /// Starts the processes. Places appear as they become ready.
    ///
    /// @throws RunnerException if that cannot be done
    void start(ExecutorPools.Surroundings surroundings) {
        if (configs.isEmpty()) {
            return;
        }
        ExecutorPools started;
        try {
            started = ExecutorPools.start(configs, surroundings);
            telemetry.observe(started);
        } catch (IOException e) {
            throw new RunnerException("cannot start the executors: " + e.getMessage(), e);
        }
        for (String name : configs.keySet()) {
            started.pool(name)
                    .ifPresent(pool -> fences.put(name, new Fence(pool::fence, System::nanoTime)));
        }
        pools = started;
        fencing = Thread.ofPlatform().daemon().name("executor-fence").start(this::fence);
        log.info("executors started executors={}", configs.keySet());
    }

    /// From now on what executors do ends with the leases that it is done for, also when this process stands still.
    private void fence() {
        try {
            while (true) {
                fences.values().forEach(Fence::tell);
                Thread.sleep(Fence.EVERY);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Somebody came or went: looks how many places there are.
    void count() {
        ExecutorPools open = pools;
        if (open != null) {
            trades.forEach((name, trade) -> trade.setCapacity(open.slots(name).total()));
        }
    }

    /// An executor and its places.
    record Desk(Trade trade, Extension extension) {}

    /// Who serves jobs that ask for this tag; null if nobody does.
    @Nullable Desk of(String tag) {
        ExecutorPools open = pools;
        if (open == null || !tag.startsWith(TAG)) {
            return null;
        }
        String name = tag.substring(TAG.length());
        Trade trade = trades.get(name);
        Fence fence = fences.get(name);
        return trade == null || fence == null
                ? null
                : open.pool(name)
                        .map(pool -> new Desk(trade, new Extension(pool, fence)))
                        .orElse(null);
    }

    void close(Duration longest) {
        ExecutorPools open = pools;
        Thread fence = fencing;
        if (fence != null) {
            fence.interrupt();
        }
        if (open != null) {
            open.close(longest);
        }
    }

    @Override
    public void close() {
        close(Duration.ZERO);
    }
}
