package dev.baton.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"runner_xyz", "R2-D2", "host.example.com:8080", "a/b@c=d+e"})
    void a_runner_may_be_called(String name) {
        assertThat(new RunnerId(name)).hasToString(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "two words", "new\nline", "a,b", "é", "nul\0", "quo'te"})
    void a_runner_may_not_be_called(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> new RunnerId(name));
    }

    @Test
    void a_refused_name_is_quoted_without_its_control_characters() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GateKey("a\u001b[31m"))
                .withMessage(
                        "gate: expected 1 to 200 characters of A-Z a-z 0-9 ._:@/=+-, got 'a\uFFFD[31m'");
    }

    @Test
    void names_have_a_longest_length() {
        assertThat(new RunnerId("r".repeat(128)).value()).hasSize(128);
        assertThatIllegalArgumentException().isThrownBy(() -> new RunnerId("r".repeat(129)));
        assertThatIllegalArgumentException().isThrownBy(() -> new GateKey("g".repeat(201)));
    }

    @Test
    void ids_are_written_with_their_kind_and_read_with_or_without_it() {
        assertThat(new JobId(123)).hasToString("job_123");
        assertThat(JobId.parse("job_123")).isEqualTo(JobId.parse("123")).isEqualTo(new JobId(123));
        assertThat(new RunId(456)).hasToString("run_456");
        assertThat(RunId.parse("run_456")).isEqualTo(new RunId(456));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "job_", "run_1", "job_0", "-1", "+1", "1 ", "job_job_1", "١", "0x1"})
    void this_is_not_the_id_of_a_job(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> JobId.parse(text));
    }

    @Test
    void an_id_too_long_for_a_number_is_refused_as_any_other() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobId.parse("9".repeat(19)))
                .withMessage("expected an id such as job_123, got '%s'", "9".repeat(19));
    }

    @Test
    void jobs_are_ordered_by_their_number() {
        assertThat(JobId.parse("job_9")).isLessThan(JobId.parse("job_10"));
    }
}
