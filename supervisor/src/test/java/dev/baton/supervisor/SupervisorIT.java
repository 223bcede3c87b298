package dev.baton.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;

/// Workers that behave, and workers that do not.
class SupervisorIT {
    private static final String HELLO =
            "echo '~{\"type\":\"hello\",\"capabilities\":[\"graceful-termination\",\"log\",\"error-report\",\"shutdown\"]}'\n";

    @TempDir private Path directory;
    private WorkersUnderSupervision workers;

    @BeforeEach
    void open() {
        workers = new WorkersUnderSupervision(directory);
    }

    @AfterEach
    void close() {
        workers.close();
    }

    @Test
    void a_worker_is_welcomed_at_once_and_its_output_is_ours() throws Exception {
        workers.start("read -r line; echo \"got $line\"; echo oops >&2; exit 0");
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.out())
                .isEqualTo(
                        "got ~{\"type\":\"welcome\",\"capabilities\":[\"shutdown\",\"graceful-termination\","
                                + "\"graceful-termination-deadline\",\"log\",\"error-report\",\"new-credentials\",\"ping\"]}\n");
        assertThat(workers.err()).isEqualTo("oops\n");
    }

    @Test
    void a_worker_that_is_told_to_end_may_finish_first() throws Exception {
        workers.start(
                HELLO
                        + "read -r w; echo up; read -r line; echo \"got $line\"; sleep 0.2; echo done");
        await().until(() -> workers.out().contains("up"));
        workers.terminate();
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.out())
                .endsWith("got ~{\"type\":\"graceful-termination\",\"finish-tasks\":true}\ndone\n");
        assertThat(workers.count("drain_milliseconds")).isPositive();
    }

    @Test
    void a_second_request_overrides_the_first() throws Exception {
        workers.start(HELLO + "read -r w; echo up; read -r a; echo 1; read -r b; echo \"got $b\"");
        await().until(() -> workers.out().contains("up"));
        workers.terminate();
        await().until(() -> workers.out().contains("1"));
        workers.terminate();
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.out())
                .endsWith("got ~{\"type\":\"graceful-termination\",\"finish-tasks\":false}\n");
    }

    @Test
    void a_worker_that_says_no_hello_gets_a_signal() throws Exception {
        workers.start(
                "trap 'echo term; exit 0' TERM; echo up; while :; do sleep 0.05; done",
                "protocol.hello_timeout = \"50ms\"");
        await().until(() -> workers.out().contains("up"));
        workers.terminate();
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.out()).endsWith("term\n");
    }

    @Test
    void a_worker_that_ignores_everything_is_killed() throws Exception {
        workers.start(
                HELLO + "trap '' TERM; echo up; while :; do sleep 0.05; done",
                "termination.finish_grace = \"200ms\"");
        await().until(() -> workers.out().contains("up"));
        workers.terminate();
        assertThat(workers.awaitEnd()).isEqualTo(137);
    }

    @Test
    void a_file_that_appears_ends_the_worker_without_time_to_finish() throws Exception {
        workers.start(
                HELLO + "read -r w; echo up; read -r line; echo \"got $line\"",
                "notice.file = \"going-away\"");
        await().until(() -> workers.out().contains("up"));
        Files.createFile(directory.resolve("going-away"));
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.out()).contains("\"finish-tasks\":false");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"hello\"}",
                "{\"type\":\"hello\",\"capabilities\":7}",
                "{\"type\":\"hello\",\"capabilities\":[[\"log\"],[[]],{}]}"
            })
    void a_strange_hello_agrees_on_nothing(String hello) throws Exception {
        workers.start(
                "echo '~%s'; echo '~{\"type\":\"log\",\"body\":{\"textPayload\":\"x\"}}'; echo end"
                        .formatted(hello));
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.out()).isEqualTo("end\n");
        assertThat(workers.count("refused")).isEqualTo(1);
    }

    @Test
    void messages_that_make_no_sense_are_counted_and_harm_nobody() throws Exception {
        workers.start(
                HELLO
                        + """
                        echo '~{"type":"log","body":"a text"}'
                        echo '~{"type":"no-such-thing"}'
                        echo '~{"type":"hello","capabilities":[]}'
                        echo '~{"type":"log","body":{"textPayload":"fine"}}'
                        echo '~{"type":"log","body":{"textPayload":"also","level":3}}'
                        echo '~{"type":"error-report"}'
                        sleep 0.3
                        """);
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.out()).isEqualTo("fine\n{\"textPayload\":\"also\",\"level\":3}\n");
        assertThat(workers.count("invalid")).isEqualTo(1);
        assertThat(workers.count("unknown")).isEqualTo(1);
        assertThat(workers.count("refused")).isEqualTo(1);
    }

    @Test
    void a_worker_that_closes_its_input_works_on() throws Exception {
        workers.start(HELLO + "exec 0<&-; echo up; sleep 0.3; echo done");
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.out()).isEqualTo("up\ndone\n");
    }

    @Test
    void a_worker_that_closes_its_output_and_lives_is_ended_in_time() throws Exception {
        workers.start(
                HELLO + "touch up; exec 1>&- 2>&-; while :; do sleep 0.05; done",
                "termination.finish_grace = \"100ms\"");
        await().until(() -> Files.exists(directory.resolve("up")));
        workers.terminate();
        assertThat(workers.awaitEnd()).isZero();
    }

    @Test
    void a_grandchild_that_holds_the_output_keeps_nobody_waiting_and_does_not_live_on()
            throws Exception {
        workers.start("setsid sh -c 'sleep 300' & echo $! ; exit 0");
        assertThat(workers.awaitEnd()).isZero();
        long left =
                ProcessHandle.current()
                        .descendants()
                        .filter(
                                child ->
                                        child.info().commandLine().orElse("").contains("sleep 300"))
                        .count();
        assertThat(left).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "137, 137"})
    void an_exit_status_is_passed_on(int status, int expected) throws Exception {
        workers.start("exit " + status, "restart.policy = \"never\"");
        assertThat(workers.awaitEnd()).isEqualTo(expected);
    }

    @Test
    void an_exit_status_can_mean_another() throws Exception {
        workers.start("exit 3", "restart.policy = \"never\"", "exit.codes = { 3 = 0 }");
        assertThat(workers.awaitEnd()).isZero();
    }

    @Test
    void a_worker_that_crashes_is_started_again_until_it_crashes_too_often() throws Exception {
        workers.start(
                "echo life; exit 1",
                "restart.most = 3",
                "exit.hook = [\"sh\", \"-c\", \"echo hook $BATON_WORKER_EXIT_CODE\"]");
        assertThat(workers.awaitEnd()).isEqualTo(1);
        assertThat(workers.out()).isEqualTo("life\nhook 1\n".repeat(4));
        assertThat(workers.count("restarts")).isEqualTo(3);
    }

    @Test
    void a_worker_that_recovers_is_left_alone() throws Exception {
        workers.start("if [ -e tried ]; then echo well; exit 0; fi; touch tried; exit 1");
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.out()).isEqualTo("well\n");
    }

    @Test
    void a_worker_that_hangs_is_killed_and_started_again() throws Exception {
        workers.start(
                """
                if [ -e tried ]; then echo well; exit 0; fi
                touch tried
                echo '~{"type":"hello","capabilities":["ping"]}'
                while read -r line; do :; done
                """,
                "protocol.ping_interval = \"50ms\"",
                "protocol.ping_timeout = \"100ms\"");
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.count("restarts")).isEqualTo(1);
    }

    @Test
    void a_worker_that_answers_pings_is_left_alone() throws Exception {
        workers.start(
                """
                echo '~{"type":"hello","capabilities":["ping"]}'
                read -r welcome
                for i in 1 2 3 4; do read -r line; echo "~{\\"type\\":\\"pong\\",\\"id\\":$i}"; done
                """,
                "protocol.ping_interval = \"50ms\"",
                "protocol.ping_timeout = \"2s\"");
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.count("restarts")).isZero();
    }

    @Test
    void a_worker_that_asks_for_a_shutdown_gets_one_and_is_not_started_again() throws Exception {
        workers.start(
                HELLO + "read -r w; echo '~{\"type\":\"shutdown\"}'; read -r line; exit 1",
                "exit.shutdown = [\"sh\", \"-c\", \"echo poweroff\"]");
        assertThat(workers.awaitEnd()).isEqualTo(1);
        await().until(() -> workers.out().contains("poweroff"));
        assertThat(workers.count("restarts")).isZero();
    }

    @Test
    void a_slow_shutdown_does_not_keep_the_output_waiting() throws Exception {
        workers.start(
                HELLO + "echo '~{\"type\":\"shutdown\"}'; seq 1 100000; touch printed; sleep 300",
                "exit.shutdown = [\"sleep\", \"60\"]",
                "exit.hook_timeout = \"1s\"");
        await().until(() -> Files.exists(directory.resolve("printed")));
        await().until(() -> workers.out().endsWith("100000\n"));
    }

    @Test
    void a_gigabyte_of_output_takes_neither_memory_nor_long() throws Exception {
        workers.discardOutput();
        workers.start(HELLO + "yes 'a line of output' | head -c 1000000000");
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.count("text_bytes")).isEqualTo(1_000_000_000);
        assertThat(workers.outBytes()).isZero();
    }

    @Test
    void a_program_that_is_not_there_is_a_crash_with_a_clear_word() throws Exception {
        workers.startCommand("\"no-such-program\"", "restart.most = 1");
        assertThat(workers.awaitEnd()).isEqualTo(127);
        assertThat(workers.err()).contains("no-such-program: command not found");
    }
}
