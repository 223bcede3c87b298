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

/// The executors of a runner, each with its own places: as many as its processes have slots at the moment.
final class Switchboard implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Switchboard.class);
    private static final String TAG = "executor=";

    private final Map<String, ExecutorConfig> configs;
    private final Map<String, Trade> trades = new LinkedHashMap<>();
    private volatile @Nullable ExecutorPools pools;

    Switchboard(Map<String, ExecutorConfig> configs) {
        this.configs = configs;
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
            pools = ExecutorPools.start(configs, surroundings);
        } catch (IOException e) {
            throw new RunnerException("cannot start the executors: " + e.getMessage(), e);
        }
        log.info("executors started executors={}", configs.keySet());
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
        if (open != null) {
            open.close(longest);
        }
    }

    @Override
    public void close() {
        close(Duration.ZERO);
    }
}
