package dev.baton.executor.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.executor.pool.CallResult.ByWhom;
import dev.baton.executor.pool.CallResult.Cancelled;
import dev.baton.executor.pool.CallResult.ExecutorLost;
import dev.baton.executor.pool.CallResult.What;
import dev.baton.executor.wire.ExecutionError;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionOutcome.Status;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

class OutcomePolicyTest {
    private static final ExecutionError ERROR = new ExecutionError("no", null, null, null);
    private static final Pattern FAULT_ROW =
            Pattern.compile("\\| `(\\w+)`: .* \\| (CLOSE|END_CALL|IGNORE) \\|");

    @Test
    @DisplayName("\"DLQ decisions are controlled by the orchestrator.\"")
    void what_becomes_of_a_job_is_this_table() {
        assertThat(rows())
                .containsExactly(
                        "| `SUCCEEDED` | SUCCEEDED | no | yes | NEVER |",
                        "| `RETRY` | RETRY | yes | yes | WHEN_USED_UP |",
                        "| `TIMED_OUT` | TIMED_OUT | yes | yes | WHEN_USED_UP |",
                        "| `FAILED` | ERROR | yes | yes | WHEN_USED_UP |",
                        "| `FATAL` | FATAL | no | yes | AT_ONCE |",
                        "| `HANDLER_NOT_FOUND` | FATAL | no | yes | AT_ONCE |",
                        "| `TOO_LARGE` | FATAL | no | yes | AT_ONCE |",
                        "| `CANCELLED` | CANCELED | no | no | NEVER |",
                        "| `CANCELLED_BY_ITSELF` | FATAL | no | yes | AT_ONCE |",
                        "| `PROTOCOL_ERROR` | ERROR | yes | yes | WHEN_USED_UP |",
                        "| `LOST` | ERROR | yes | yes | WHEN_USED_UP |",
                        "| `LOST_FOR_ANOTHER` | RELEASED | yes | no | WHEN_USED_UP |",
                        "| `NEVER_DISPATCHED` | RELEASED | yes | no | WHEN_USED_UP |");
    }

    @Test
    void the_docs_have_the_same_table() throws IOException {
        assertThat(document()).containsSubsequence(rows());
    }

    @Test
    void the_docs_say_how_each_faulty_answer_is_treated() throws IOException {
        List<String> documented =
                document().stream()
                        .map(FAULT_ROW::matcher)
                        .filter(row -> row.matches())
                        .map(row -> row.group(1) + " " + row.group(2))
                        .toList();
        assertThat(documented)
                .isEqualTo(
                        Arrays.stream(AnswerFault.values())
                                .map(fault -> fault + " " + fault.treatment())
                                .toList());
    }

    @Test
    void each_result_has_its_row() {
        assertThat(
                        policies(
                                new CallResult.Succeeded("1"),
                                new CallResult.Retry(null, ERROR),
                                new CallResult.TimedOut(ByWhom.RUNNER, ERROR),
                                new CallResult.Failed(ERROR),
                                new CallResult.Fatal(ERROR),
                                new CallResult.HandlerNotFound(ERROR),
                                new CallResult.TooLarge(What.REQUEST, ""),
                                new Cancelled(true, ERROR),
                                new Cancelled(false, ERROR),
                                new CallResult.ProtocolError(AnswerFault.EMPTY, ""),
                                new ExecutorLost("", true),
                                new CallResult.LostForAnother(""),
                                new ExecutorLost("", false)))
                .containsExactly(OutcomePolicy.values());
    }

    @ParameterizedTest
    @CsvSource({"2.5, 2500", "0, 0", "-7, 0", "1e300, 2592000000"})
    @DisplayName("\"retry_after_seconds: Orchestrator may override per policy.\"")
    void the_delay_that_a_handler_asks_for_is_bounded(double seconds, long millis) {
        var outcome = new ExecutionOutcome("j", "r", Status.RETRY, null, null, seconds);
        assertThat(CallResult.of(outcome))
                .isInstanceOfSatisfying(
                        CallResult.Retry.class,
                        retry -> assertThat(retry.after()).isEqualTo(Duration.ofMillis(millis)));
    }

    private static List<OutcomePolicy> policies(CallResult... results) {
        return Arrays.stream(results).map(OutcomePolicy::of).toList();
    }

    private static List<String> rows() {
        return Arrays.stream(OutcomePolicy.values())
                .map(
                        row ->
                                "| `%s` | %s | %s | %s | %s |"
                                        .formatted(
                                                row,
                                                row.ending(),
                                                row.isRetried() ? "yes" : "no",
                                                row.isCounted() ? "yes" : "no",
                                                row.deadLetter()))
                .toList();
    }

    private static List<String> document() throws IOException {
        return Files.readAllLines(Path.of("..", "docs", "executor-pool.md"));
    }
}
