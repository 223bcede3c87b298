package dev.baton.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;

/// Function calls, from the orchestrator to an executor and back.
class CallsTest extends SceneTest {
    /// Of arguments, and of results.
    private static final int LIMIT = 512 << 10;

    private Runner runner(String name, String... executors) {
        return scene.runner(scene.config(name, 1), TestExecutors.in(directory, executors));
    }

    private String call(String function, String fields) {
        return scene.submit("\"function\":{\"name\":\"%s\"%s}".formatted(function, fields));
    }

    private JsonNode report(String job) {
        return scene.job(job).path("outcome").path("report");
    }

    @Test
    @DisplayName("\"success: Execution completed. Orchestrator persists result.\"")
    void a_call_is_told_what_the_protocol_says_and_its_result_is_kept() {
        runner("r1", "py");
        Instant before = InstantSource.system().instant().minusSeconds(1);
        String job =
                call(
                        "py#echo",
                        ",\"args\":[1,\"two\",12345678901234567890],\"kwargs\":{\"f\":1.50},\"queue\":\"mail\",\"trace_context\":{\"traceparent\":\"00-1-2-3\"}");
        awaitStatus(job, "SUCCEEDED");

        JsonNode result = report(job).get("result");
        assertThat(result.get("args").toString()).isEqualTo("[1,\"two\",12345678901234567890]");
        assertThat(result.get("kwargs").get("f").doubleValue()).isEqualTo(1.5);
        JsonNode context = result.get("context");
        assertThat(context.get("job_id").stringValue()).isEqualTo(job);
        assertThat(context.get("attempt").intValue()).isEqualTo(1);
        assertThat(context.get("queue_name").stringValue()).isEqualTo("mail");
        assertThat(context.get("worker_id").stringValue()).isEqualTo("r1");
        assertThat(context.get("trace_context").get("traceparent").stringValue())
                .isEqualTo("00-1-2-3");
        assertThat(Instant.parse(context.get("enqueue_time").stringValue())).isAfter(before);
        assertThat(Instant.parse(context.get("deadline").stringValue()))
                .isAfter(before.plus(Duration.ofMinutes(59)));
    }

    @Test
    @DisplayName(
            "\"error: Execution failed. Orchestrator applies retry policy.\" \"Retries are controlled by the"
                    + " orchestrator.\"")
    void a_call_that_fails_is_tried_again_and_each_try_is_remembered() {
        runner("r1", "py");
        String job =
                scene.submit(
                        "\"function\":{\"name\":\"py#fail\"},\"retry\":{\"max_attempts\":3,\"backoff\":{\"first_seconds\":0.01}}");
        awaitStatus(job, "FAILED");

        JsonNode attempts = scene.job(job).get("attempts");
        assertThat(attempts).hasSize(3);
        for (int i = 0; i < 3; i++) {
            assertThat(attempts.get(i).get("error").toString())
                    .isEqualTo(
                            "{\"message\":\"bad day\",\"type\":\"ValueError\",\"code\":\"E7\",\"details\":{\"try\":%d}}"
                                    .formatted(i + 1));
        }
        assertThat(scene.job(job).path("outcome").path("cause").stringValue())
                .isEqualTo("ATTEMPTS_EXHAUSTED");
    }

    @Test
    @DisplayName(
            "\"retry: Executor requests retry. Orchestrator applies retry policy.\" \"Executors return retry to request"
                    + " a retry.\"")
    void a_handler_that_asks_for_another_try_gets_it_after_the_time_it_asks_for() {
        runner("r1", "py");
        String job = call("py#again", ",\"args\":[3]");
        awaitStatus(job, "SUCCEEDED");
        assertThat(report(job).get("result").intValue()).isEqualTo(3);
    }

    @Test
    @DisplayName("\"handler_not_found: Fatal; orchestrator moves job directly to DLQ.\"")
    void a_handler_that_is_not_there_is_not_called_again() {
        runner("r1", "py");
        String job = call("py#nobody", "");
        awaitStatus(job, "FAILED");
        assertThat(scene.job(job).get("attempt").intValue()).isEqualTo(1);
        assertThat(report(job).get("error").get("type").stringValue())
                .isEqualTo("handler_not_found");
    }

    @Test
    void a_result_may_have_512_kib_and_one_that_is_larger_is_fatal_and_says_so() {
        runner("r1", "py");
        // With its quotation marks.
        String fits = call("py#large", ",\"args\":[%d]".formatted(LIMIT - 2));
        awaitStatus(fits, "SUCCEEDED");
        assertThat(result(fits).stringValue()).hasSize(LIMIT - 2);

        String job = call("py#large", ",\"args\":[%d]".formatted(LIMIT - 1));
        awaitStatus(job, "FAILED");
        assertThat(scene.job(job).get("attempt").intValue()).isEqualTo(1);
        assertThat(report(job).get("error").get("type").stringValue()).isEqualTo("too_large");
        assertThat(report(job).get("error").get("message").stringValue())
                .startsWith("expected a result of at most 524288 bytes of JSON, got 524289");
    }

    @Test
    void the_size_of_a_result_is_counted_in_bytes() {
        runner("r1", "py");
        int characters = (LIMIT - 2) / 3;
        String fits = call("py#wide", ",\"args\":[%d]".formatted(characters));
        awaitStatus(fits, "SUCCEEDED");
        assertThat(result(fits).stringValue()).hasSize(characters);
        String job = call("py#wide", ",\"args\":[%d]".formatted(characters + 1));
        awaitStatus(job, "FAILED");
        assertThat(report(job).get("error").get("type").stringValue()).isEqualTo("too_large");
    }

    @Test
    void the_arguments_of_a_call_may_have_512_kib_and_larger_ones_are_refused() {
        runner("r1", "py");
        String most = "x".repeat(LIMIT - "[\"\"]".length());
        String fits = call("py#length", ",\"args\":[\"%s\"]".formatted(most));
        awaitStatus(fits, "SUCCEEDED");
        assertThat(result(fits).intValue()).isEqualTo(most.length());
        assertThatThrownBy(() -> call("py#length", ",\"args\":[\"%sx\"]".formatted(most)))
                .hasMessageContaining("function")
                .hasMessageContaining(
                        "expected args and kwargs of at most 524288 bytes of JSON together, got 524289");
    }

    private JsonNode result(String job) {
        return scene.json("/v1/jobs/%s/result".formatted(job)).get("result");
    }

    @Test
    void a_call_whose_process_is_killed_for_another_uses_up_no_attempt() {
        runner("r1", "py");
        String go = directory.resolve("go").toString();
        String innocent =
                scene.submit(
                        "\"function\":{\"name\":\"py#hold\",\"args\":[\"%s\"]},\"retry\":{\"max_attempts\":1}"
                                .formatted(go));
        awaitStatus(innocent, "RUNNING");
        String hung =
                scene.submit(
                        "\"function\":{\"name\":\"py#hold\",\"args\":[\"/nonexistent/never\"]},\"max_runtime_seconds\":0.3,\"retry\":{\"max_attempts\":1}");
        awaitStatus(hung, "FAILED");
        scene.touch(go);
        awaitStatus(innocent, "SUCCEEDED");
        assertThat(scene.job(innocent).get("attempt").intValue()).isOne();
        assertThat(scene.events(innocent)).containsSubsequence("GRANTED", "REQUEUED", "GRANTED");
    }

    @Test
    void a_result_that_is_no_json_to_others_fails_its_try_and_nothing_else() {
        runner("r1", "py");
        String job =
                scene.submit(
                        "\"function\":{\"name\":\"py#twice_a_key\"},\"retry\":{\"max_attempts\":1}");
        awaitStatus(job, "FAILED");
        awaitStatus(call("py#pid", ""), "SUCCEEDED");
    }

    @Test
    void a_cancel_ends_the_call_and_replaces_a_process_that_does_not_listen() {
        runner("r1", "py");
        String first = call("py#pid", "");
        awaitStatus(first, "SUCCEEDED");
        int pid = report(first).get("result").intValue();
        String job = call("py#hold", ",\"args\":[\"/nonexistent/never\"]");
        awaitStatus(job, "RUNNING");

        scene.cancel(job);

        awaitStatus(job, "CANCELED");
        assertThat(scene.job(job).path("outcome").path("cause").stringValue())
                .isEqualTo("CANCEL_CONFIRMED");
        assertThat(isAlive(pid)).isFalse();
        awaitStatus(call("py#pid", ""), "SUCCEEDED");
    }

    @Test
    @DisplayName(
            "\"timeout: Executor timed itself out (orchestrator still enforces hard timeout).\" \"Timeouts are enforced"
                    + " by the orchestrator.\"")
    void a_call_that_takes_too_long_is_ended_and_said_to_have_timed_out() {
        runner("r1", "py");
        String job =
                scene.submit(
                        "\"function\":{\"name\":\"py#hold\",\"args\":[\"/nonexistent/never\"]},\"max_runtime_seconds\":0.3,\"retry\":{\"max_attempts\":2,\"backoff\":{\"first_seconds\":0.01}}");
        awaitStatus(job, "FAILED");
        // While the process is replaced nothing can time out: what was not sent is given back.
        assertThat(scene.job(job).get("attempts"))
                .extracting(attempt -> attempt.get("ending").stringValue())
                .filteredOn(ending -> !ending.equals("RELEASED"))
                .containsExactly("TIMED_OUT", "TIMED_OUT");
    }

    @Test
    void a_call_that_is_answered_when_its_time_is_over_has_timed_out_all_the_same() {
        runner("r1", "py");
        String job =
                scene.submit(
                        "\"function\":{\"name\":\"py#late\"},\"max_runtime_seconds\":0.3,\"retry\":{\"max_attempts\":1}");
        awaitStatus(job, "FAILED");
        assertThat(scene.job(job).get("attempts"))
                .extracting(attempt -> attempt.get("ending").stringValue())
                .containsExactly("TIMED_OUT");
    }

    @Test
    void an_executor_that_dies_with_a_call_is_replaced_and_the_call_tried_again() {
        runner("r1", "py");
        String job =
                scene.submit(
                        "\"function\":{\"name\":\"py#exit\"},\"retry\":{\"max_attempts\":2,\"backoff\":{\"first_seconds\":0.01}}");
        awaitStatus(job, "FAILED");
        assertThat(scene.job(job).get("attempts"))
                .extracting(attempt -> attempt.path("error").path("type").stringValue(""))
                .containsExactly("executor_lost", "executor_lost");
        awaitStatus(call("py#pid", ""), "SUCCEEDED");
    }

    @Test
    void a_full_executor_keeps_neither_another_one_nor_steps_from_working() {
        runner("r1", "slow", "quick");
        String go = directory.resolve("go").toString();
        List<String> slow =
                IntStream.range(0, 8)
                        .mapToObj(_ -> call("slow#hold", ",\"args\":[\"%s\"]".formatted(go)))
                        .toList();
        until(() -> slow.stream().filter(job -> scene.status(job).equals("RUNNING")).count() == 4);

        awaitStatus(call("quick#pid", ""), "SUCCEEDED");
        awaitStatus(scene.submitSteps("true"), "SUCCEEDED");

        // It has as many leases as the executor has slots, and not one more.
        assertThat(slow.stream().filter(job -> scene.status(job).equals("QUEUED"))).hasSize(4);
        scene.touch(go);
        slow.forEach(job -> awaitStatus(job, "SUCCEEDED"));
    }

    @Test
    void a_runner_that_is_told_to_hurry_gives_its_calls_back_and_another_makes_them() {
        Runner first = runner("r1", "py");
        String go = directory.resolve("go").toString();
        String job = call("py#hold", ",\"args\":[\"%s\"]".formatted(go));
        awaitStatus(job, "RUNNING");
        first.hurry();
        until(() -> scene.events(job).contains("REQUEUED"));
        runner("r2", "py");
        awaitStatus(job, "RUNNING");
        scene.touch(go);
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.job(job).get("attempt").intValue()).isEqualTo(1);
        assertThat(scene.job(job).get("runner_id").stringValue()).isEqualTo("r2");
    }

    @Test
    void a_call_waits_for_a_runner_that_knows_its_executor() {
        runner("r1", "py");
        String job = call("node#pid", "");
        awaitStatus(call("py#pid", ""), "SUCCEEDED");
        assertThat(scene.status(job)).isEqualTo("QUEUED");
        runner("r2", "node");
        awaitStatus(job, "SUCCEEDED");
    }

    @Test
    void calls_are_made_without_a_stream_too() throws Exception {
        try (var proxy = new NoUpgradeProxy(scene.address())) {
            scene.runner(
                    scene.config(
                            proxy.address(),
                            "r1",
                            1,
                            Duration.ofSeconds(30),
                            RunnerConfig.DEFAULT_LOG_BYTES),
                    TestExecutors.in(directory, "py"));
            List<String> jobs = IntStream.range(0, 20).mapToObj(_ -> call("py#pid", "")).toList();
            jobs.forEach(job -> awaitStatus(job, "SUCCEEDED"));
        }
    }
}
