package dev.baton.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A simulation that finds nothing has to show that it would find something.
@Tag("slow")
class MutantsTest {
    private static final int MOST_SEEDS = 200;

    @BeforeAll
    static void silence() {
        Quiet.please();
    }

    @ParameterizedTest
    @EnumSource
    void a_part_that_is_broken_is_found(Mutant mutant) throws InterruptedException {
        var found =
                new Seeds(mutant, Runtime.getRuntime().availableProcessors()).first(1, MOST_SEEDS);

        System.out.println(mutant + ": " + found);
        assertThat(found).as("what %s breaks", mutant).isNotNull();
        assertThat(mutant.promises).contains(found.promise());
    }
}
