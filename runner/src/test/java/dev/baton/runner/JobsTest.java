package dev.baton.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;

class JobsTest {
    @TempDir Path directory;
    private Scene scene;

    @BeforeEach
    void start() {
        scene = new Scene(directory);
    }

    @AfterEach
    void end() {
        scene.close();
    }

    private void awaitStatus(String job, String status) {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> scene.status(job).equals(status));
    }

    @Test
    void the_steps_of_a_job_are_executed_in_order_and_its_log_is_theirs() {
        scene.runner("r1");
        String job = scene.submitSteps("echo one", "echo two >&2");
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.printed(job)).isEqualTo("one\ntwo\n");
        assertThat(scene.log(job))
                .startsWith("#baton-log 1\n")
                .contains("baton F step 1/2 started: echo one")
                .contains("baton F step 2/2 ended: exit 0 after");
    }
}
