package dev.baton.runner.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.List;
import java.util.Map;

class CallSpecReaderTest {
    @Test
    void a_spec_is_read_and_what_is_not_known_is_ignored() throws Exception {
        CallSpec spec =
                CallSpecReader.read(
                        """
                        {"color":["red",{"a":1}],"function":{"shape":{"b":[2]},"name":"add","args":[1, 2.50,"\\u00e9",{"x":null}],
                         "kwargs":{"é":1e2},"queue":"slow","trace_context":{"traceparent":"00-1","odd":{"c":3}},
                         "deadline":"2026-01-04T08:00:20Z"},"name":"a","secret_env":{"A":"hidden","odd":1}}""");
        assertThat(spec)
                .isEqualTo(
                        new CallSpec(
                                "add",
                                "[1, 2.50,\"\\u00e9\",{\"x\":null}]",
                                "{\"é\":1e2}",
                                "slow",
                                Map.of("traceparent", "00-1"),
                                Instant.parse("2026-01-04T08:00:20Z"),
                                List.of("hidden")));
    }

    @Test
    void what_is_not_said_has_a_default() throws Exception {
        assertThat(CallSpecReader.read("{\"function\":{\"name\":\"f\",\"trace_context\":[1]}}"))
                .isEqualTo(new CallSpec("f", "[]", "{}", "default", Map.of(), null, List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ''                                                    | job_spec: expected an object
                    nonsense                                              | job_spec: expected JSON
                    []                                                    | job_spec: expected an object
                    {}                                                    | function: expected an object
                    {"function":"f"}                                      | function: expected an object
                    {"function":{}}                                       | function.name: expected a handler
                    {"function":{"name":1}}                               | function.name: expected a text
                    {"function":{"name":"f","args":{}}}                   | function.args: expected something like []
                    {"function":{"name":"f","args":null}}                 | function.args: expected something like []
                    {"function":{"name":"f","kwargs":[]}}                 | function.kwargs: expected something like {}
                    {"function":{"name":"f","queue":null}}                | function.queue: expected a text
                    {"function":{"name":"f","deadline":"soon"}}           | function.deadline: expected a time
                    {"function":{"name":"f"}} {}                          | job_spec: expected JSON
                    {"function":{"name":"f"}                              | job_spec: expected JSON
                    {"function":{"name":"f"},"function":{"name":"g"}}     | job_spec: expected JSON with each key once
                    {"function":{"name":"f","name":"g"}}                  | job_spec: expected JSON with each key once
                    {"function":{"name":"f","args":[{"a":1,"a":2}]}}      | job_spec: expected JSON with each key once
                    """)
    void a_spec_that_cannot_be_called_is_refused_with_a_reason(String json, String reason) {
        assertThatThrownBy(() -> CallSpecReader.read(json))
                .isInstanceOf(BadSpecException.class)
                .hasMessageStartingWith(reason);
    }
}
