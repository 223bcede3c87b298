package dev.baton.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.executor.wire.ExecutionRequest;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.math.BigInteger;
import java.util.List;

class ArgumentsTest {
    private record Mail(String to, int copies, List<String> tags) {}

    @Test
    void arguments_are_had_by_position_and_by_name_in_the_types_of_java() {
        var arguments =
                arguments("[1, \"two\", null, 123456789012345678901234567890]", "{\"flag\": true}");
        assertThat(arguments.size()).isEqualTo(4);
        assertThat(arguments.get(0, Integer.class)).isEqualTo(1);
        assertThat(arguments.get(1, String.class)).isEqualTo("two");
        assertThat(arguments.find(2, String.class)).isEmpty();
        assertThat(arguments.find(9, String.class)).isEmpty();
        assertThat(arguments.get(3, BigInteger.class))
                .isEqualTo(new BigInteger("123456789012345678901234567890"));
        assertThat(arguments.get("flag", boolean.class)).isTrue();
        assertThat(arguments.get("flag", JsonNode.class).isBoolean()).isTrue();
    }

    @Test
    void keyword_arguments_are_a_record() {
        assertThat(
                        arguments("[]", "{\"to\": \"a@b\", \"copies\": 2, \"tags\": [\"x\"]}")
                                .as(Mail.class))
                .isEqualTo(new Mail("a@b", 2, List.of("x")));
    }

    @Test
    void what_is_missing_or_does_not_fit_is_said() {
        assertThatThrownBy(() -> arguments("[]", "{}").get("to", String.class))
                .isInstanceOfSatisfying(
                        FatalException.class,
                        e -> assertThat(e.code()).isEqualTo(Arguments.BAD_ARGUMENTS))
                .hasMessage("expected an argument named to, got none");
        assertThatThrownBy(() -> arguments("[]", "{\"copies\": []}").as(Mail.class))
                .hasMessageStartingWith("arguments: expected Mail, got something else");
    }

    @Test
    void a_result_that_is_not_json_is_refused_before_it_can_break_a_frame() {
        assertThat(new RawJson(" {\"a\": [1e400]} ").text()).isNotEmpty();
        for (String text : List.of("", " ", "1 2", "{}}", "[", "\"x", "nul")) {
            assertThatThrownBy(() -> new RawJson(text))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Arguments arguments(String args, String kwargs) {
        ExecutionRequest request = TestClient.request("r", "f", args);
        return new Arguments(new ExecutionRequest("r", "j", "f", args, kwargs, request.context()));
    }
}
