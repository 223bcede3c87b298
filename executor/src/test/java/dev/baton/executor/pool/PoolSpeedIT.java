package dev.baton.executor.pool;

import static dev.baton.executor.pool.PoolsUnderTest.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sandbox.ProcessSandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/// How fast calls are, against an executor of ours that does nothing but answer. The bounds are far below what an idle machine does: they fail when
/// something is wrong by an order of magnitude.
@Tag("slow")
class PoolSpeedIT {
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final Duration MEASURED = Duration.ofSeconds(3);

    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource({"64, 3000", "1, 300"})
    void calls_are_cheap(int inFlight, int atLeastPerSecond) throws Exception {
        try (var sandbox = ProcessSandbox.start(directory.resolve("sandbox"));
                var pools =
                        ExecutorPools.start(Map.of("echo", config(inFlight)), around(sandbox))) {
            ExecutorPool pool = pools.pool("echo").orElseThrow();
            assertThat(pool.awaitReady(PoolsUnderTest.PATIENCE)).isTrue();
            drive(pool, inFlight, WARM_UP);
            Duration cpuBefore = cpu();
            long perSecond = drive(pool, inFlight, MEASURED) / MEASURED.toSeconds();
            long calls = Math.max(1, perSecond * MEASURED.toSeconds());
            System.out.printf(
                    "max_in_flight %d: %d calls/s, %d ns of CPU each%n",
                    inFlight, perSecond, cpu().minus(cpuBefore).toNanos() / calls);
            assertThat(perSecond).isGreaterThan(atLeastPerSecond);
            assertThat(pool.counts().all()).containsEntry("started", 1L);
        }
    }

    /// Of both processes: what does not depend on who else is busy.
    private static Duration cpu() {
        return Stream.concat(Stream.of(ProcessHandle.current()), ProcessHandle.current().children())
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static long drive(ExecutorPool pool, int callers, Duration time)
            throws InterruptedException {
        var calls = new LongAdder();
        var isOver = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        Call call = call("echo", "[1,\"two\"]");
        for (int i = 0; i < callers; i++) {
            threads.add(
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        while (!isOver.get()) {
                                            if (pool.call(call) instanceof CallResult.Succeeded) {
                                                calls.increment();
                                            }
                                        }
                                    }));
        }
        Thread.sleep(time);
        isOver.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        return calls.sum();
    }

    private ExecutorPools.Surroundings around(ProcessSandbox sandbox) {
        return new ExecutorPools.Surroundings(
                sandbox,
                directory.resolve("sockets"),
                System.getenv(),
                InstantSource.system(),
                () -> {});
    }

    private ExecutorConfig config(int inFlight) {
        List<String> cmd = RuntimeProcess.command();
        ExecutorConfig usual = ExecutorConfig.of(cmd, directory);
        return new ExecutorConfig(
                cmd,
                directory,
                Map.of(),
                1,
                inFlight,
                Transport.UNIX,
                usual.times(),
                usual.restarts());
    }
}
