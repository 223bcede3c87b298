package dev.baton.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class NearestNameTest {
    private static final List<String> KNOWN = List.of("priority", "max_attempts", "needs", "env");

    @Test
    void a_slip_finds_the_name_that_was_meant() {
        assertThat(NearestName.to("priorty", KNOWN)).contains("priority");
        assertThat(NearestName.to("maxAttempts", KNOWN)).contains("max_attempts");
        assertThat(NearestName.to("need", KNOWN)).contains("needs");
        assertThat(NearestName.to("nedes", KNOWN)).contains("needs");
    }

    @Test
    void what_is_like_nothing_finds_nothing() {
        assertThat(NearestName.to("banana", KNOWN)).isEmpty();
        assertThat(NearestName.to("x".repeat(10_000), KNOWN)).isEmpty();
    }
}
