package dev.baton.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A rule that is broken on purpose is found, by the shortest way.
class MutantsTest {
    private static final int DEEP_ENOUGH = 25;

    @ParameterizedTest
    @EnumSource
    void a_broken_rule_is_found(Mutant mutant) throws InterruptedException {
        var found = new Explorer(mutant.scene, mutant).explore(DEEP_ENOUGH, Long.MAX_VALUE);

        assertThat(found.broken()).isNotNull();
        assertThat(found.broken().promise()).isEqualTo(mutant.promise);
        assertThat(found.broken().lines()).hasSize(mutant.moves);
    }
}
