package dev.baton.runner.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.sandbox.Isolation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepsSpecReaderTest {
    @Test
    void a_spec_is_read_and_what_is_not_known_is_ignored() throws Exception {
        StepsSpec spec =
                StepsSpecReader.read(
                        """
                        {"name":"a","steps":["x","y"],"workdir":"./sub/","env":{"A":"1"},"secret_env":{"B":"2"},
                         "workspace":{"git":{"url":"https://example.org/r","commit":"main"}},"isolation":"bubblewrap",
                         "artifacts":[{"type":"junit","path_glob":"*.xml"}],"caches":[{"type":"deps","key":"k","paths":["p"]}],
                         "color":"red"}""");
        assertThat(spec.steps()).containsExactly("x", "y");
        assertThat(spec.workdir()).isEqualTo("sub");
        assertThat(spec.secretEnv()).containsEntry("B", "2");
        assertThat(spec.isolation()).isEqualTo(Isolation.BUBBLEWRAP);
        assertThat(spec.files().source())
                .contains(new StepsSpec.Source.GitSource("https://example.org/r", "main"));
        assertThat(spec.toString()).doesNotContain("B=2", "x");
    }

    @Test
    void a_job_without_network_runs_in_a_box_without_one_or_not_at_all() throws Exception {
        assertThat(
                        StepsSpecReader.read(
                                        """
                                        {"name":"a","steps":["x"],"isolation":"bubblewrap","network":"none"}""")
                                .isolation())
                .isEqualTo(Isolation.NO_NETWORK);
        assertThatThrownBy(
                        () ->
                                StepsSpecReader.read(
                                        """
                                        {"name":"a","steps":["x"],"network":"none"}"""))
                .hasMessageContaining("expected isolation bubblewrap with network none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "[]",
                "{}",
                "{\"steps\":[]}",
                "{\"steps\":\"x\"}",
                "{\"steps\":[1]}",
                "{\"steps\":[\"a\\u0000b\"]}",
                "{\"steps\":[\"a\"],\"steps\":[\"b\"]}",
                "{\"steps\":[\"a\"],\"workdir\":\"/etc\"}",
                "{\"steps\":[\"a\"],\"workdir\":\"a/../../b\"}",
                "{\"steps\":[\"a\"],\"env\":{\"A=B\":\"x\"}}",
                "{\"steps\":[\"a\"],\"env\":[]}",
                "{\"steps\":[\"a\"],\"isolation\":\"vm\"}",
                "{\"steps\":[\"a\"],\"workspace\":{\"tree\":\"sha256:1\"}}",
                "{\"steps\":[\"a\"],\"workspace\":{\"git\":{\"url\":\"--upload-pack=x\",\"commit\":\"main\"}}}",
                "{\"steps\":[\"a\"],\"image\":\"alpine\"}",
                "{\"function\":{\"name\":\"f\"}}"
            })
    void a_spec_that_cannot_be_executed_is_refused_with_a_reason(String json) {
        assertThatThrownBy(() -> StepsSpecReader.read(json))
                .isInstanceOf(BadSpecException.class)
                .message()
                .isNotBlank();
    }

    @Test
    void a_secret_is_not_part_of_the_reason() {
        assertThatThrownBy(
                        () ->
                                StepsSpecReader.read(
                                        "{\"steps\":[\"a\"],\"secret_env\":{\"A\":[\"hunter2\"]}}"))
                .message()
                .doesNotContain("hunter2");
    }
}
