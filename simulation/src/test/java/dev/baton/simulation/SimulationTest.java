package dev.baton.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Locale;

/// The whole system keeps its promises, whatever goes wrong.
class SimulationTest {
    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    @BeforeAll
    static void silence() {
        Quiet.please();
    }

    @Test
    void the_same_seed_is_the_same_run_to_the_last_byte() {
        for (long seed = 1; seed <= 3; seed++) {
            var first = Simulation.tell(seed, Parts.REAL);
            var second = Simulation.tell(seed, Parts.REAL);

            assertThat(first.story()).hasSizeGreaterThan(100).isEqualTo(second.story());
            assertThat(first.figures()).isEqualTo(second.figures());
        }
    }

    @Test
    void another_seed_is_another_run() {
        assertThat(Simulation.tell(1, Parts.REAL).story())
                .isNotEqualTo(Simulation.tell(2, Parts.REAL).story());
    }

    /// Each of these found something once; [Mutant] keeps the first four.
    @ParameterizedTest
    @CsvSource({
        "83, an Attach that had waited took a job from its runner at work",
        "680, what a failed transaction remembered of a new job was believed of the next one with its id",
        "6, a success counted that came after the time limit of its call",
        "10, a handler that ignored cancels worked on when its runner had lost the lease",
        "9008, a runner did not name a lease that was over by its own clock while its work was being killed",
        "10265, the same after another partition",
        "2470, a call that nobody had read was said to have timed out",
        "457, a lease that was acknowledged with its request was counted past the time limit of its job",
        "27682, a process that stood still read a request between the fence and its kill: allowed",
        "92962, a call that was canceled and not read could begin after its deadline",
        "9526, of three leases of one job the simulation took the request of one for that of another"
    })
    void a_seed_that_found_something_goes_well_now(long seed, String what) {
        assertThat(Simulation.play(seed, Parts.REAL).violation()).as(what).isNull();
    }

    @Test
    @Tag("slow")
    void a_thousand_seeds_keep_every_promise() throws InterruptedException {
        long started = System.nanoTime();

        var result = new Seeds(Parts.REAL, THREADS).play(1, 1_000, _ -> {});

        var figures = result.figures();
        System.out.printf(
                Locale.ROOT,
                "simulation: %,d seeds, %,.0f hours, %,d jobs, %,d calls, %,d kills, %,d messages, %d violations in %.1f s%n",
                figures.seeds(),
                figures.hours(),
                figures.jobs(),
                figures.calls(),
                figures.kills(),
                figures.messages(),
                result.violations().size(),
                (System.nanoTime() - started) / 1e9);
        assertThat(result.violations()).isEmpty();
        assertThat(figures.seeds()).isEqualTo(1_000);
        assertThat(figures.kills()).isGreaterThan(1_000);
        assertThat(figures.jobs()).isGreaterThan(10_000);
        assertThat(figures.calls()).isGreaterThan(5_000);
        assertThat(figures.executorFaults()).isGreaterThan(2_000);
    }
}
