package dev.baton.executor.pool;

import static dev.baton.executor.pool.PoolsUnderTest.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.executor.pool.CallResult.Succeeded;
import dev.baton.executor.pool.CallResult.TimedOut;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/// An executor as other systems have them: it times its calls itself, and is called by our pool.
@Timeout(120)
class OtherExecutorsIT {
    private static final int ATTEMPTS = 6;

    @TempDir private Path directory;
    private PoolsUnderTest pools;

    @BeforeEach
    void prepare() throws Exception {
        pools = new PoolsUnderTest(directory);
    }

    @AfterEach
    void close() {
        pools.close();
    }

    @Test
    void the_next_attempt_begins_when_the_handler_of_the_one_that_timed_out_has_stopped()
            throws Exception {
        URI script = Objects.requireNonNull(getClass().getResource("times_itself.py")).toURI();
        ExecutorPool pool =
                pools.only(
                        pools.plan()
                                .inFlight(4)
                                .command(List.of("python3", Path.of(script).toString())));
        assertThat(pool.call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            assertThat(pool.call(call("clean_up_slowly", "[]", Duration.ofMillis(200))))
                    .isInstanceOf(TimedOut.class);
            assertThat(pools.journal())
                    .as("what began has ended")
                    .hasSize(2 * (attempt + 1))
                    .last()
                    .asString()
                    .startsWith("end");
        }
        assertThat(pool.counts().faults().values())
                .as("faults of a healthy executor")
                .containsOnly(0L);
        assertThat(pool.counts().all()).containsEntry("started", 1L);
    }
}
