package dev.baton.protocol.submit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;

class FunctionSpecTest {
    @Test
    void it_says_which_function_it_is_and_what_it_belongs_to() {
        assertThat(
                        FunctionSpec.of(
                                """
                                {"function":{"executor":"python","name":"add","args":[1e400,{"function":2}],"queue":"mail",
                                             "trace_context":{"traceparent":"00-1","b3":"0"}}}"""))
                .contains(
                        new FunctionSpec(
                                new FunctionAddress("mail", "python", "add"),
                                new TraceContext(Map.of("traceparent", "00-1", "b3", "0"))));
        assertThat(FunctionSpec.of("{\"function\":{\"executor\":\"python\",\"name\":\"add\"}}"))
                .contains(
                        new FunctionSpec(
                                new FunctionAddress("default", "python", "add"),
                                TraceContext.NONE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"steps\":[\"true\"]}",
                "{\"steps\":[\"function\"]}",
                "{\"function\":\"add\"}",
                "{\"function\":"
            })
    void other_jobs_call_no_function(String spec) {
        assertThat(FunctionSpec.of(spec)).isEmpty();
    }
}
