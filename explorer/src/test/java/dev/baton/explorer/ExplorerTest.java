package dev.baton.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.Locale;

/// The rules keep their promises in every state that two runners, a canceller, the sweep and the clock can bring about.
class ExplorerTest {
    private static final int ANY_DEPTH = 1_000;

    @ParameterizedTest
    @FieldSource("dev.baton.explorer.Scene#ALL")
    void no_promise_is_broken_within_eight_moves(Scene scene) throws InterruptedException {
        assertKept(new Explorer(scene, Explorer.REAL).explore(8, Long.MAX_VALUE));
    }

    @Test
    @Tag("slow")
    void everything_that_can_happen_to_one_job_keeps_the_promises() throws InterruptedException {
        var alone = new Explorer(Scene.ALONE, Explorer.REAL).explore(ANY_DEPTH, Long.MAX_VALUE);

        assertKept(alone);
        assertThat(alone.complete()).isTrue();
    }

    @Test
    @Tag("slow")
    void no_promise_is_broken_in_five_million_states_of_two_jobs() throws InterruptedException {
        var chained = new Explorer(Scene.CHAINED, Explorer.REAL).explore(ANY_DEPTH, 2_000_000);
        var gated = new Explorer(Scene.GATED, Explorer.REAL).explore(ANY_DEPTH, 3_000_000);

        assertKept(chained);
        assertKept(gated);
        assertThat(chained.states() + gated.states()).isGreaterThan(5_000_000);
    }

    private static void assertKept(Exploration found) {
        System.out.printf(
                Locale.ROOT,
                "explored %s: %,d states, %,d transitions, %d moves deep%n",
                found.scene().name(),
                found.states(),
                found.transitions(),
                found.depth());
        assertThat(found.broken()).isNull();
    }
}
