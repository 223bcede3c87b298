package dev.baton.runner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/// What can be read of a job's output, and when.
class LogsTest extends SceneTest {
    @Test
    void output_can_be_read_while_the_step_still_runs_also_a_line_that_has_not_ended() {
        scene.runner("r1");
        String job = scene.submitSteps("printf 'working...'; sleep 300");
        awaitPrinted(job, "working...");
        assertThat(scene.status(job)).isEqualTo("RUNNING");
    }

    @Test
    void the_last_words_of_a_step_arrive_also_when_it_is_killed_right_after() {
        scene.runner("r1");
        String job = scene.submitSteps("echo first; printf last; kill -9 $$");
        awaitStatus(job, "FAILED");
        assertThat(scene.printed(job)).isEqualTo("first\nlast");
        assertThat(scene.job(job).toString()).contains("\"exit_code\":137");
    }

    @Test
    void every_byte_arrives_once_also_of_much_output() {
        scene.runner("r1");
        String job = scene.submitSteps("seq 200000");
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.printed(job).lines().count()).isEqualTo(200_000);
        assertThat(scene.printed(job)).startsWith("1\n2\n").endsWith("\n199999\n200000\n");
    }

    @Test
    void bytes_that_are_no_text_arrive_as_they_are() {
        scene.runner("r1");
        String job = scene.submitSteps("printf 'a\\377\\000b\\n'");
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.logBytes(job)).containsSequence('a', 0xff, 0, 'b', '\n');
    }

    @Test
    void beyond_its_limit_a_log_has_its_end_and_says_what_is_missing() {
        scene.runner(scene.config(scene.address(), "r1", 1, Duration.ofSeconds(30), 200_000));
        String job = scene.submitSteps("seq 1000000", "echo the end");
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.log(job))
                .contains("bytes of output were dropped here; the last 65,536 follow")
                .contains("step 2/2 ended: exit 0");
        assertThat(scene.printed(job)).startsWith("1\n").endsWith("the end\n");
        assertThat(scene.log(job).length()).isLessThan(1_000_000);
    }

    @Test
    void secrets_are_in_the_environment_of_a_step_and_not_in_its_log() {
        scene.runner("r1");
        String job =
                scene.submit(
                        "\"secret_env\":{\"PASS\":\"hunter2hunter2\"},\"steps\":[\"printf hunter2; sleep 0.3; echo hunter2; echo ${#PASS}\"]");
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.printed(job)).isEqualTo("***\n14\n");
        assertThat(scene.log(job)).doesNotContain("hunter2hunter2");
        assertThat(scene.job(job).toString()).doesNotContain("hunter2hunter2");
    }
}
