package dev.baton.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShownTest {

    @Test
    void plain_text_of_any_language_is_shown_as_it_is() {
        assertThat(Shown.of("Grüße, 世界 🎉")).isEqualTo("Grüße, 世界 🎉");
    }

    @Test
    void what_could_break_a_line_or_a_terminal_is_replaced() {
        assertThat(Shown.of("a\nb\rc\u001b[0m\u2028d"))
                .isEqualTo("a\uFFFDb\uFFFDc\uFFFD[0m\uFFFDd");
    }

    @Test
    void what_could_reverse_or_hide_text_is_replaced() {
        assertThat(Shown.of("exe\u202Egpj")).isEqualTo("exe\uFFFDgpj");
        assertThat(Shown.of("a\u200Bb")).isEqualTo("a\uFFFDb");
    }

    @Test
    void half_a_character_is_replaced() {
        assertThat(Shown.of("a\uD83C")).isEqualTo("a\uFFFD");
    }

    @Test
    void long_text_is_cut_between_characters() {
        assertThat(Shown.of("x".repeat(60))).isEqualTo("x".repeat(60));
        assertThat(Shown.of("x".repeat(61))).isEqualTo("x".repeat(60) + "…");
        assertThat(Shown.of("🎉".repeat(61))).isEqualTo("🎉".repeat(60) + "…");
    }

    @Test
    void a_lease_id_or_a_token_in_the_wrong_place_is_not_quoted() {
        assertThat(Shown.of("lease_AAAAAAAAABEAAAABeyFC66FTaJyFC02YpEx4y_q80sfy9NRsXLK3gBm5FNk"))
                .isEqualTo("lease_***");
        assertThat(Shown.of("x baton_runner_0123456789abcdef y")).isEqualTo("x baton_runner_*** y");
        assertThat(Shown.of("lease_abc")).isEqualTo("lease_abc");
    }
}
