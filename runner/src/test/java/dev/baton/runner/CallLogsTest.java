package dev.baton.runner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/// What handlers print is in the logs of their calls. When a call is over, all of its log is there.
class CallLogsTest extends SceneTest {
    /// Executors that are called in different ways.
    enum Kind {
        /// Knows nothing of marks, and has one call at a time.
        PLAIN_PYTHON,
        /// The runtime that comes with Baton, with several calls at a time.
        JAVA,
        /// The example, with several calls at a time.
        PYTHON_EXAMPLE,
        NODE_EXAMPLE
    }

    private static final int HUNDRED_MEGABYTES = 1_000_000;

    private void runner(Kind kind) {
        Path examples = Path.of("..", "examples", "executors").toAbsolutePath().normalize();
        List<String> command =
                switch (kind) {
                    case PLAIN_PYTHON -> TestExecutors.command(directory);
                    case JAVA -> PrintingExecutor.command();
                    case PYTHON_EXAMPLE ->
                            List.of("python3", examples.resolve("python/executor.py").toString());
                    case NODE_EXAMPLE ->
                            List.of("node", examples.resolve("node/executor.mjs").toString());
                };
        scene.runner(
                scene.config("r1", 1),
                TestExecutors.of("x", command, directory, kind == Kind.PLAIN_PYTHON ? 1 : 4));
    }

    private String call(String function, String args) {
        return scene.submit(
                "\"function\":{\"name\":\"x#%s\",\"args\":[%s]},\"retry\":{\"max_attempts\":1}"
                        .formatted(function, args));
    }

    @ParameterizedTest
    @EnumSource
    void what_a_handler_prints_is_the_log_of_its_call(Kind kind) {
        runner(kind);
        for (int i = 0; i < 20; i++) {
            String job = call("say", "\"hello %d é\"".formatted(i));
            awaitStatus(job, "SUCCEEDED");
            assertThat(scene.log(job))
                    .startsWith("#baton-log 1\n")
                    .contains(" stdout F hello %d é\n".formatted(i))
                    .containsPattern(" stderr [FP] hello %d é\n".formatted(i));
            assertThat(scene.log(job).lines()).hasSize(3);
        }
    }

    @Test
    void a_call_that_prints_nothing_has_no_log() {
        runner(Kind.PLAIN_PYTHON);
        String job = call("pid", "");
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.log(job)).isEmpty();
    }

    @Test
    void calls_that_share_a_process_have_logs_of_their_own() {
        runner(Kind.JAVA);
        String go = directory.resolve("go").toString();
        String first = call("hold", "\"%s\",\"first\"".formatted(go));
        String second = call("hold", "\"%s\",\"second\"".formatted(go));
        awaitPrinted(first, "first before");
        awaitPrinted(second, "second before");
        scene.touch(go);
        awaitStatus(first, "SUCCEEDED");
        awaitStatus(second, "SUCCEEDED");
        assertThat(scene.printed(first)).isEqualTo("first before\nfirst after\n");
        assertThat(scene.printed(second)).isEqualTo("second before\nsecond after\n");
    }

    @Test
    void calls_that_share_a_process_in_python_have_logs_of_their_own() {
        runner(Kind.PYTHON_EXAMPLE);
        String first = call("say", "\"first\",1");
        String second = call("say", "\"second\",1");
        awaitStatus(first, "SUCCEEDED");
        awaitStatus(second, "SUCCEEDED");
        assertThat(scene.printed(first)).isEqualTo("first\nfirst\n");
        assertThat(scene.printed(second)).isEqualTo("second\nsecond\n");
    }

    @Test
    void what_cannot_be_known_to_be_of_a_call_is_in_no_log_of_a_call() {
        runner(Kind.JAVA);
        String job = call("elsewhere", "\"from a thread of its own\"");
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.log(job)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"PLAIN_PYTHON", "JAVA"})
    void of_a_hundred_megabytes_the_beginning_and_the_end_are_kept(Kind kind) {
        runner(kind);
        String job = call("flood", Integer.toString(HUNDRED_MEGABYTES));
        awaitStatus(job, "SUCCEEDED");
        String log = scene.log(job);
        assertThat(log.length()).isLessThan(8 << 20);
        assertThat(log)
                .contains("the log has reached its limit of 4,194,304 bytes")
                .contains("bytes of output were dropped here; the last 65,536 follow")
                .endsWith("%099d\n".formatted(HUNDRED_MEGABYTES - 1));
        assertThat(scene.printed(job)).startsWith("%099d\n%099d\n".formatted(0, 1));
        awaitStatus(call("say", "\"still here\""), "SUCCEEDED");
    }

    @ParameterizedTest
    @EnumSource(names = {"PLAIN_PYTHON", "JAVA"})
    void bytes_that_are_no_text_arrive_as_they_are(Kind kind) {
        runner(kind);
        byte[] bytes = {'a', (byte) 0xff, 0, 0x1e, '0', (byte) 0xc3, 'b', '\n'};
        String job = call("raw", "\"%s\"".formatted(HexFormat.of().formatHex(bytes)));
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.logBytes(job)).containsSequence(bytes);
    }

    @ParameterizedTest
    @EnumSource(names = {"PLAIN_PYTHON", "JAVA"})
    void the_last_words_of_a_handler_whose_process_dies_are_in_its_log(Kind kind) {
        runner(kind);
        String job = call("die", "\"that was it\"");
        awaitStatus(job, "FAILED");
        assertThat(scene.printed(job)).isEqualTo("that was it");
    }

    @Test
    void what_is_printed_can_be_read_while_the_handler_runs_and_when_it_was_canceled() {
        runner(Kind.JAVA);
        String job = call("hold", "\"/nonexistent/never\",\"call\"");
        awaitPrinted(job, "call before");
        assertThat(scene.status(job)).isEqualTo("RUNNING");
        scene.cancel(job);
        awaitStatus(job, "CANCELED");
        assertThat(scene.printed(job)).isEqualTo("call before\n");
    }

    @Test
    void the_secrets_of_a_job_are_not_in_the_log_of_its_call() {
        runner(Kind.JAVA);
        String job =
                scene.submit(
                        "\"function\":{\"name\":\"x#say\",\"args\":[\"it is hunter2hunter2\"]},\"secret_env\":{\"PASS\":\"hunter2hunter2\"}");
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.printed(job)).isEqualTo("it is ***\nit is ***");
    }
}
