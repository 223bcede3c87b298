package dev.baton.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArtifactNameTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/etc/passwd",
                "//server/share",
                "..",
                "../x",
                "a/../../x",
                "a/..",
                ".",
                "./a",
                "a/./b",
                "a//b",
                "a/",
                "..\\x",
                "C:\\Windows",
                "a\u0000b",
                "a\nb",
                "a\tb",
                "a\u007fb",
                "a\u0085b",
                "a\u2028b",
                "right\u202eto-left",
                "\ud800"
            })
    void a_name_that_could_lead_elsewhere_is_refused(String name) {
        assertThatThrownBy(() -> new ArtifactName(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("artifact name: expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b", "..a", "a..", "...", "a/.b", "ä ö", "-rf", "日本/語", "😀"})
    void a_name_that_leads_down_is_accepted(String name) {
        assertThat(new ArtifactName(name)).hasToString(name);
    }

    @Test
    void a_name_has_at_most_255_characters() {
        assertThat(new ArtifactName("x".repeat(255)).value()).hasSize(255);
        assertThatThrownBy(() -> new ArtifactName("x".repeat(256)))
                .hasMessageContaining("256 characters");
    }

    @Test
    void a_refusal_does_not_repeat_what_could_harm_a_terminal() {
        assertThatThrownBy(() -> new ArtifactName("a\u001b[31m"))
                .message()
                .doesNotContain("\u001b");
    }
}
