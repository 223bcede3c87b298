package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Something that is done again and again.
class LoopTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final Semaphore steps = new Semaphore(0);

    private boolean stepped(int times) throws InterruptedException {
        return steps.tryAcquire(times, 20, TimeUnit.SECONDS);
    }

    @Test
    void a_step_says_how_long_the_next_pause_is_and_a_wake_ends_it() throws InterruptedException {
        try (var loop =
                Loop.paced(
                        "test",
                        Duration.ZERO,
                        LONG,
                        () -> {
                            steps.release();
                            return LONG;
                        })) {
            assertThat(stepped(1)).isTrue();
            loop.wake();
            assertThat(stepped(1)).isTrue();
        }
        assertThat(steps.availablePermits()).as("no step without a reason").isZero();
    }

    @Test
    void a_wake_while_a_step_is_under_way_is_not_lost() throws InterruptedException {
        var inside = new Semaphore(0);
        var goOn = new Semaphore(0);
        try (var loop =
                Loop.paced(
                        "test",
                        Duration.ZERO,
                        LONG,
                        () -> {
                            inside.release();
                            goOn.acquireUninterruptibly();
                            steps.release();
                            return LONG;
                        })) {
            inside.acquire();
            loop.wake();
            goOn.release(2);
            assertThat(stepped(2)).isTrue();
        }
    }

    @Test
    void a_step_that_fails_is_tried_again_after_its_own_pause() throws InterruptedException {
        try (var _ =
                Loop.paced(
                        "test",
                        Duration.ZERO,
                        Duration.ofMillis(1),
                        () -> {
                            steps.release();
                            throw new IllegalStateException("as the test wants it");
                        })) {
            assertThat(stepped(2)).isTrue();
        }
    }
}
