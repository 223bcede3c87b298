package dev.baton.runner;

import dev.baton.executor.pool.ExecutorConfig;
import dev.baton.executor.pool.ExecutorPool;
import dev.baton.executor.pool.ExecutorPools;
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
import java.util.function.UnaryOperator;

/// The executors of a runner, each with its own places: as many as its processes have slots at the moment.
final class Switchboard implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Switchboard.class);
    private static final String TAG = "executor=";

    private final Map<String, ExecutorConfig> configs;
    private final Map<String, Trade> trades = new LinkedHashMap<>();

    /// How often the guardian is told that the runner is well.
    private static final Duration FENCE_EVERY = Duration.ofSeconds(2);

    /// A runner that stands still for longer has lost its leases, or has none.
    private static final Duration LONGEST_FENCE = Duration.ofSeconds(60);

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
        try {
            var started = ExecutorPools.start(configs, surroundings);
            telemetry.observe(started);
            pools = started;
        } catch (IOException e) {
            throw new RunnerException("cannot start the executors: " + e.getMessage(), e);
        }
        log.info("executors started executors={}", configs.keySet());
    }

    /// From now on what executors do ends with the leases that it is done for, also when this process stands still.
    ///
    /// @param shortestLeft how long the lease lasts that ends first; what it is given if there is none
    void fence(UnaryOperator<Duration> shortestLeft) {
        ExecutorPools open = pools;
        if (open != null) {
            fencing =
                    Thread.ofPlatform()
                            .daemon()
                            .name("executor-fence")
                            .start(() -> fence(open, shortestLeft));
        }
    }

    private static void fence(ExecutorPools open, UnaryOperator<Duration> shortestLeft) {
        try {
            while (true) {
                open.fence(shortestLeft.apply(LONGEST_FENCE));
                Thread.sleep(FENCE_EVERY);
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
    record Extension(Trade trade, ExecutorPool executor) {}

    /// Who serves jobs that ask for this tag; null if nobody does.
    @Nullable Extension of(String tag) {
        ExecutorPools open = pools;
        if (open == null || !tag.startsWith(TAG)) {
            return null;
        }
        String name = tag.substring(TAG.length());
        Trade trade = trades.get(name);
        return trade == null
                ? null
                : open.pool(name).map(pool -> new Extension(trade, pool)).orElse(null);
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
