package dev.baton.executor.pool;

import dev.baton.sandbox.Sandbox;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// All executors of a runner. Any thread may call it.
public final class ExecutorPools implements AutoCloseable {
    /// Variables of the runner that its executors do not inherit: they hold its credentials.
    private static final String OUR_VARIABLES = "BATON_";

    /// What [#close()] allows.
    private static final Duration USUAL_CLOSE = Duration.ofSeconds(15);

    private final Map<String, ExecutorPool> pools = new LinkedHashMap<>();
    private final Addresses addresses;
    private final Alarm alarm;

    /// What the executors are given.
    ///
    /// @param directory for sockets; it is made, for these executors alone
    /// @param environment of the runner, which processes inherit but for what is the runner's own
    /// @param changed called when an executor has more or fewer slots in all, by any thread; must not block
    public record Surroundings(
            Sandbox sandbox,
            Path directory,
            Map<String, String> environment,
            InstantSource clock,
            Runnable changed) {
        public Surroundings {
            environment =
                    environment.entrySet().stream()
                            .filter(entry -> !entry.getKey().startsWith(OUR_VARIABLES))
                            .collect(
                                    Collectors.toUnmodifiableMap(
                                            Map.Entry::getKey, Map.Entry::getValue));
        }

        /// The environment may hold secrets, and is not printed.
        @Override
        public String toString() {
            return "Surroundings[directory=%s]".formatted(directory);
        }
    }

    private ExecutorPools(Addresses addresses) {
        this.addresses = addresses;
        this.alarm = new Alarm(this::waiting);
    }

    /// Starts all processes at once, and waits for none of them: [#slots] says who is ready.
    ///
    /// @throws IOException if there is no directory for sockets
    public static ExecutorPools start(
            Map<String, ExecutorConfig> configs, Surroundings surroundings) throws IOException {
        var pools =
                new ExecutorPools(
                        Addresses.in(
                                surroundings.directory(),
                                Path.of(System.getProperty("java.io.tmpdir")),
                                longestName(configs)));
        var ground =
                new Keeper.Ground(
                        surroundings.sandbox(), pools.addresses, surroundings.environment());
        var duty = new ExecutorPool.Duty(surroundings.clock(), pools.alarm, surroundings.changed());
        configs.forEach(
                (name, config) ->
                        pools.pools.put(name, new ExecutorPool(name, config, ground, duty)));
        return pools;
    }

    public Set<String> names() {
        return pools.keySet();
    }

    public Optional<ExecutorPool> pool(String executor) {
        return Optional.ofNullable(pools.get(executor));
    }

    /// How many calls an executor can take; none if there is no such executor.
    public Slots slots(String executor) {
        return pool(executor).map(ExecutorPool::slots).orElse(new Slots(0, 0));
    }

    @Override
    public void close() {
        close(USUAL_CLOSE);
    }

    /// Ends everything, all executors at the same time: calls that are under way may end, then each process gets a TERM and its grace, then
    /// whatever is left is killed. None of this takes longer than it may.
    public void close(Duration longest) {
        long by = System.nanoTime() + longest.toNanos();
        List<Thread> closing = new ArrayList<>();
        for (ExecutorPool pool : pools.values()) {
            closing.add(Thread.ofVirtual().start(() -> close(pool, by)));
        }
        boolean wasInterrupted = false;
        for (Thread thread : closing) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException _) {
                    wasInterrupted = true;
                }
            }
        }
        alarm.close();
        addresses.close();
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(ExecutorPool pool, long by) {
        try {
            pool.close(by);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Collection<Exchange> waiting() {
        return pools.values().stream().flatMap(pool -> pool.waiting().stream()).toList();
    }

    private static String longestName(Map<String, ExecutorConfig> configs) {
        return configs.entrySet().stream()
                .map(entry -> Keeper.nameOf(entry.getKey(), entry.getValue().poolSize() - 1))
                .max(Comparator.comparingInt(String::length))
                .orElse("");
    }
}
