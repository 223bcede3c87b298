package dev.baton.protocol.submit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Requirement;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class FunctionRoutesTest {
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final FunctionRoutes routes = new FunctionRoutes(Map.of("mail", "rust"), "python");

    @Test
    @DisplayName(
            "\"RRQ may embed executor selection in the job function name using: executor#handler\" \"The orchestrator"
                    + " strips the prefix and sends only handler as function_name in the ExecutionRequest.\"")
    void a_name_says_which_executor_is_called_and_its_runner_gets_the_handler_alone() {
        var job = job("'function':{'name':'node#add','queue':'mail'}", TraceContext.NONE);

        assertThat(job.plan().requirement()).isEqualTo(Requirement.of(List.of("executor=node")));
        assertThat(job.specJson())
                .contains(
                        "\"function\":{\"executor\":\"node\",\"name\":\"add\",\"queue\":\"mail\"}");
    }

    @Test
    void a_handler_alone_goes_to_the_executor_of_its_queue() {
        var job = job("'function':{'name':'add','queue':'mail'}", TraceContext.NONE);

        assertThat(job.plan().requirement()).isEqualTo(Requirement.of(List.of("executor=rust")));
    }

    @Test
    void a_handler_alone_in_any_other_queue_goes_to_the_default_executor() {
        var job = job("'function':{'name':'add'}", TraceContext.NONE);

        assertThat(job.plan().requirement()).isEqualTo(Requirement.of(List.of("executor=python")));
        assertThat(job.specJson())
                .contains(
                        "\"function\":{\"executor\":\"python\",\"name\":\"add\",\"queue\":\"default\"}");
    }

    @Test
    void what_a_function_requires_comes_on_top_of_what_its_job_requires() {
        var job =
                job(
                        "'function':{'name':'node#add'},'requirement':{'tags':['zone=a']}",
                        TraceContext.NONE);

        assertThat(job.plan().requirement())
                .isEqualTo(Requirement.of(List.of("executor=node", "zone=a")));
    }

    @Test
    void a_function_belongs_to_the_trace_of_its_request() {
        var trace = TraceContext.ofHeaders(Optional.of(PARENT), Optional.of("vendor=1"));

        assertThat(job("'function':{'name':'add'}", trace).specJson())
                .contains(
                        "\"trace_context\":{\"traceparent\":\"%s\",\"tracestate\":\"vendor=1\"}"
                                .formatted(PARENT));
    }

    @Test
    void a_function_that_names_a_trace_keeps_it() {
        var trace = TraceContext.ofHeaders(Optional.of(PARENT), Optional.empty());

        assertThat(job("'function':{'name':'add','trace_context':{'b3':'1'}}", trace).specJson())
                .contains("\"trace_context\":{\"b3\":\"1\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01"
            })
    void a_header_that_is_no_traceparent_is_no_trace(String header) {
        assertThat(TraceContext.ofHeaders(Optional.of(header), Optional.of("vendor=1")))
                .isEqualTo(TraceContext.NONE);
    }

    @Test
    void a_function_is_told_the_deadline_of_its_job() {
        var job =
                job(
                        "'function':{'name':'add'},'deadline':'2026-01-04T09:00:20.1234+01:00'",
                        TraceContext.NONE);

        assertThat(job.plan().deadline()).isEqualTo(Instant.parse("2026-01-04T08:00:20.123Z"));
        assertThat(job.specJson()).contains("\"deadline\":\"2026-01-04T08:00:20.123Z\"");
    }

    @Test
    void a_function_that_is_given_out_again_has_no_deadline_and_the_same_arguments() {
        var job =
                job(
                        "'function':{'name':'add','args':[1.10]},'deadline':'2026-01-04T09:00:20Z'",
                        TraceContext.NONE);

        assertThat(SubmissionReader.withoutDeadline(job.specJson()))
                .contains("\"args\":[1.10]")
                .doesNotContain("deadline");
    }

    @Test
    void the_result_of_a_function_is_kept_for_a_day_unless_it_says_otherwise() {
        assertThat(job("'function':{'name':'add'}", TraceContext.NONE).extras().resultTtl())
                .isEqualTo(Duration.ofDays(1));
        assertThat(
                        job("'function':{'name':'add'},'result_ttl_seconds':0.5", TraceContext.NONE)
                                .extras())
                .isEqualTo(
                        new JobExtras(
                                new FunctionAddress("default", "python", "add"),
                                null,
                                Duration.ofMillis(500)));
        assertThat(job("'steps':['a']", TraceContext.NONE).extras()).isEqualTo(JobExtras.NONE);
    }

    private JobSubmission job(String fields, TraceContext trace) {
        String json = "{'jobs':[{'name':'j'," + fields + "}]}";
        return new SubmissionReader(routes)
                .read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), trace)
                .jobs()
                .getFirst();
    }
}
