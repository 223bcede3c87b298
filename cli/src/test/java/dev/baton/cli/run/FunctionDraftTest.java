package dev.baton.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class FunctionDraftTest {
    @Test
    void an_argument_that_is_json_is_what_it_says_and_any_other_is_a_text() {
        var draft =
                FunctionDraft.of(
                        "python#add",
                        List.of(
                                "1",
                                "2.50",
                                "two",
                                "\"2\"",
                                "[1,{\"a\":null}]",
                                "true",
                                "",
                                "1 2"));

        assertThat(draft.json().toString())
                .isEqualTo(
                        "{\"jobs\":[{\"name\":\"add\",\"function\":{\"name\":\"python#add\",\"args\":"
                                + "[1,2.50,\"two\",\"2\",[1,{\"a\":null}],true,\"\",\"1 2\"]}}]}");
    }

    @Test
    void a_handler_alone_is_a_name_too() {
        assertThat(FunctionDraft.of("report", List.of()).json().at("/jobs/0/name").stringValue())
                .isEqualTo("report");
    }
}
