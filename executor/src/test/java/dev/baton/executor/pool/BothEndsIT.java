package dev.baton.executor.pool;

import static dev.baton.executor.pool.PoolsUnderTest.call;
import static dev.baton.executor.pool.PoolsUnderTest.calling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.executor.pool.CallResult.Cancelled;
import dev.baton.executor.pool.CallResult.Fatal;
import dev.baton.executor.pool.CallResult.HandlerNotFound;
import dev.baton.executor.pool.CallResult.Retry;
import dev.baton.executor.pool.CallResult.Succeeded;
import dev.baton.executor.pool.CallResult.TimedOut;
import dev.baton.executor.pool.CallResult.TooLarge;
import dev.baton.executor.pool.PoolsUnderTest.Calling;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The pool and our own runtime, each at its end of the wire.
class BothEndsIT {
    @ParameterizedTest
    @CsvSource({"UNIX, 1", "UNIX, 32", "TCP, 1", "TCP, 32"})
    void the_pool_and_the_runtime_understand_each_other(
            Transport transport, int inFlight, @TempDir Path directory) throws Exception {
        try (var pools = new PoolsUnderTest(directory)) {
            ExecutorPool pool =
                    pools.only(
                            pools.plan()
                                    .command(RuntimeProcess.command())
                                    .over(transport)
                                    .inFlight(inFlight));
            List<Calling> calls = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                calls.add(calling(pool, call("echo", "[%d]".formatted(i))));
            }
            for (int i = 0; i < calls.size(); i++) {
                assertThat(calls.get(i).result()).isEqualTo(new Succeeded("[%d]".formatted(i)));
            }
            assertThat(pool.call(call("retry", "[]")))
                    .isInstanceOfSatisfying(
                            Retry.class,
                            retry -> assertThat(retry.after()).isEqualTo(Duration.ofSeconds(7)));
            assertThat(pool.call(call("fatal", "[]"))).isInstanceOf(Fatal.class);
            assertThat(pool.call(call("large", "[]"))).isInstanceOf(TooLarge.class);
            assertThat(pool.call(call("nothing", "[]"))).isInstanceOf(HandlerNotFound.class);
            assertThat(pool.call(call("wait", "[]", Duration.ofMillis(300))))
                    .isInstanceOf(TimedOut.class);
            Calling waiting = calling(pool, call("wait", "[]"));
            waiting.awaitWaiting();
            waiting.thread().interrupt();
            assertThat(waiting.result()).isInstanceOf(Cancelled.class);
            assertThat(pool.counts().all()).containsEntry("started", 1L);
            assertThat(pool.call(call("stubborn", "[]", Duration.ofMillis(300))))
                    .isInstanceOf(TimedOut.class);
            assertThat(pool.call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
            assertThat(pool.counts().all())
                    .containsEntry("started", 2L)
                    .containsEntry("replaced", 1L);
        }
    }
}
