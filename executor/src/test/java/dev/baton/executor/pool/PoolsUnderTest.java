package dev.baton.executor.pool;

import static org.awaitility.Awaitility.await;

import dev.baton.executor.pool.ExecutorConfig.Restarts;
import dev.baton.executor.pool.ExecutorConfig.Times;
import dev.baton.sandbox.ProcessSandbox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Pools of executors that misbehave as they are told, in processes of their own.
final class PoolsUnderTest implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    /// Short enough to wait for, long enough for a busy machine.
    static final Times TIMES =
            new Times(Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ofMillis(400));

    static final Restarts RESTARTS =
            new Restarts(
                    Duration.ofMillis(10),
                    Duration.ofMillis(50),
                    20,
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(1));

    private static final String SCRIPT = "misbehaving.py";
    private static final AtomicInteger JOBS = new AtomicInteger();

    private final Path directory;
    private final ProcessSandbox sandbox;
    private final Map<String, ExecutorConfig> configs = new LinkedHashMap<>();
    private ExecutorPools pools;

    PoolsUnderTest(Path directory) throws IOException {
        this.directory = directory;
        this.sandbox = ProcessSandbox.start(directory.resolve("sandbox"));
        try (InputStream in =
                Objects.requireNonNull(PoolsUnderTest.class.getResourceAsStream(SCRIPT))) {
            Files.copy(in, directory.resolve(SCRIPT));
        }
    }

    /// What one executor is like, before the pools are started.
    static final class Plan {
        private final Path directory;
        private List<String> cmd = List.of("python3", SCRIPT, "well");
        private int poolSize = 1;
        private int maxInFlight = 1;
        private Transport transport = Transport.UNIX;
        private Times times = TIMES;
        private Restarts restarts = RESTARTS;
        private final Map<String, String> env = new HashMap<>();

        private Plan(Path directory) {
            this.directory = directory;
            env.put("JOURNAL", directory.resolve("journal").toString());
            env.put("ONCE", directory.resolve("once").toString());
        }

        Plan starts(String how) {
            return command(List.of("python3", SCRIPT, how));
        }

        Plan command(List<String> other) {
            cmd = other;
            return this;
        }

        Plan processes(int number) {
            poolSize = number;
            return this;
        }

        Plan inFlight(int number) {
            maxInFlight = number;
            return this;
        }

        Plan over(Transport other) {
            transport = other;
            return this;
        }

        Plan within(Times others) {
            times = others;
            return this;
        }

        Plan restarting(Restarts others) {
            restarts = others;
            return this;
        }

        Plan env(String name, String value) {
            env.put(name, value);
            return this;
        }

        private ExecutorConfig config() {
            return new ExecutorConfig(
                    cmd, directory, env, poolSize, maxInFlight, transport, times, restarts);
        }
    }

    Plan plan() {
        return new Plan(directory);
    }

    PoolsUnderTest with(String name, Plan plan) {
        configs.put(name, plan.config());
        return this;
    }

    PoolsUnderTest start() throws IOException {
        return startIn(System.getenv());
    }

    PoolsUnderTest startIn(Map<String, String> environment) throws IOException {
        pools =
                ExecutorPools.start(
                        configs,
                        new ExecutorPools.Surroundings(
                                sandbox,
                                directory.resolve("sockets"),
                                environment,
                                InstantSource.system(),
                                () -> {}));
        return this;
    }

    /// Starts one executor, and waits until it is ready.
    ExecutorPool only(Plan plan) throws IOException, InterruptedException {
        return with("odd", plan).start().ready("odd");
    }

    ExecutorPools pools() {
        return pools;
    }

    ExecutorPool pool(String name) {
        return pools.pool(name).orElseThrow();
    }

    ExecutorPool ready(String name) throws InterruptedException {
        if (!pool(name).awaitReady(PATIENCE)) {
            throw new AssertionError("executor %s is not ready".formatted(name));
        }
        return pool(name);
    }

    static Call call(String function, String args) {
        return call(function, args, PATIENCE);
    }

    /// A call of a job of its own.
    static Call call(String function, String args, Duration timeout) {
        return new Call(
                function,
                args,
                "{}",
                new Call.Job(
                        "job-" + JOBS.incrementAndGet(),
                        1,
                        Instant.EPOCH,
                        "default",
                        Map.of(),
                        "runner-1"),
                new Call.Limits(timeout, null));
    }

    /// Calls on a virtual thread, which is started.
    static Calling calling(ExecutorPool pool, Call call) {
        var task = new FutureTask<CallResult>(() -> pool.call(call));
        return new Calling(task, Thread.ofVirtual().start(task));
    }

    /// A call that somebody else waits for.
    record Calling(FutureTask<CallResult> task, Thread thread) {
        /// Waits until the caller has nothing left to do but wait.
        void awaitWaiting() {
            await().atMost(PATIENCE).until(() -> thread.getState() == Thread.State.WAITING);
        }

        CallResult result() throws Exception {
            return task.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /// What the executors wrote down of what happened to them.
    List<String> journal() throws IOException {
        Path journal = directory.resolve("journal");
        return Files.exists(journal) ? Files.readAllLines(journal) : List.of();
    }

    /// The processes of executors that were started so far, the oldest first.
    List<Long> pids() throws IOException {
        return journal().stream()
                .filter(line -> line.startsWith("start "))
                .map(line -> Long.valueOf(line.replaceAll("\\D+", "")))
                .toList();
    }

    /// Waits until an executor has noted something with this word in it.
    void awaitJournal(String word) {
        await().atMost(PATIENCE).until(() -> journal().stream().anyMatch(l -> l.contains(word)));
    }

    @Override
    public void close() {
        if (pools != null) {
            pools.close(Duration.ofSeconds(5));
        }
        sandbox.close();
    }
}
