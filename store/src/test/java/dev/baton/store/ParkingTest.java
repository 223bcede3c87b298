package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Capabilities;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.LeaseHolder;
import dev.baton.core.Requirement;
import dev.baton.core.RetryPolicy;
import dev.baton.core.RunId;
import dev.baton.core.RunnerId;
import dev.baton.protocol.submit.JobExtras;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Whoever waits is found, once, and nobody who is gone is mistaken for one who waits.
class ParkingTest {
    private final Requirements requirements = new Requirements(System::nanoTime);
    private final Parking parking = new Parking(requirements);
    private final int plain = 1;
    private final int gpu = 2;

    @BeforeEach
    void makeQueues() {
        requirements.use(job(plain, Requirement.NONE));
        requirements.use(job(gpu, Requirement.of(List.of("gpu"))));
    }

    private static FixedJob job(int queue, Requirement requirement) {
        var plan =
                new JobPlan(
                        0, requirement, null, RetryPolicy.STEPS, Duration.ofHours(1), null, null);
        return new FixedJob(
                new JobId(queue),
                new RunId(1),
                "a",
                "steps",
                queue,
                plan,
                "{}",
                false,
                null,
                Instant.EPOCH,
                null,
                JobExtras.NONE);
    }

    private static WaitingRunner runner(String name, int wanted, String... tags) {
        var runner =
                new WaitingRunner(
                        new LeaseHolder(new RunnerId(name), "tok"),
                        null,
                        Capabilities.of(List.of(tags)),
                        false,
                        _ -> true,
                        _ -> {});
        runner.add(wanted);
        return runner;
    }

    private WaitingRunner parked(String name, int wanted, String... tags) {
        var runner = runner(name, wanted, tags);
        parking.park(runner);
        return runner;
    }

    @Test
    void a_parked_runner_is_reserved_for_as_many_jobs_as_it_wants() {
        var runner = parked("r", 2);

        assertThat(parking.reserve(plain)).isSameAs(runner);
        assertThat(parking.reserve(plain)).isSameAs(runner);
        assertThat(parking.reserve(plain)).isNull();
    }

    @Test
    void only_a_runner_that_fits_is_reserved() {
        parked("plain", 1);
        assertThat(parking.reserve(gpu)).isNull();

        var fitting = parked("gpu", 1, "gpu");
        assertThat(parking.reserve(gpu)).isSameAs(fitting);
    }

    @Test
    void who_parked_first_is_served_first() {
        var first = parked("first", 1);
        var second = parked("second", 1);

        assertThat(parking.reserve(plain)).isSameAs(first);
        assertThat(parking.reserve(plain)).isSameAs(second);
    }

    @Test
    void a_runner_that_parks_twice_is_there_once() {
        var runner = parked("r", 1);
        parking.park(runner);

        assertThat(parking.unpark(plain)).isSameAs(runner);
        assertThat(parking.unpark(plain)).isNull();
    }

    @Test
    void a_wake_up_is_not_spent_on_a_runner_that_is_gone() {
        parked("closed", 1).close();
        parked("sated", 0);
        var waiting = parked("waiting", 1);

        assertThat(parking.unpark(plain)).isSameAs(waiting);
    }

    @Test
    void a_sample_is_a_runner_that_wants_something() {
        parked("closed", 1).close();
        var waiting = parked("waiting", 1);

        assertThat(parking.samples()).containsExactly(waiting);
    }

    @Test
    void a_runner_that_was_tidied_away_can_park_again() {
        var runner = parked("r", 0);
        parking.trim();

        runner.add(1);
        parking.park(runner);

        assertThat(parking.reserve(plain)).isSameAs(runner);
    }

    @Test
    void tidying_keeps_those_that_wait_in_their_order() {
        var first = parked("first", 1);
        parked("sated", 0);
        var second = parked("second", 1);

        parking.trim();

        assertThat(parking.reserve(plain)).isSameAs(first);
        assertThat(parking.reserve(plain)).isSameAs(second);
    }

    @Test
    void nobody_is_lost_while_others_tidy() {
        for (int round = 0; round < 200; round++) {
            var runner = runner("r", 0);
            EngineContract.together(
                    List.<java.util.concurrent.Callable<Object>>of(
                            () -> {
                                runner.add(1);
                                parking.park(runner);
                                return "";
                            },
                            () -> {
                                parking.trim();
                                return "";
                            },
                            () -> {
                                parking.trim();
                                return "";
                            }));

            assertThat(parking.reserve(plain)).isSameAs(runner);
        }
    }
}
