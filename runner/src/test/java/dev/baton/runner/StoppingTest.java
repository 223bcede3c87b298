package dev.baton.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.time.Duration;

/// How a runner ends.
class StoppingTest extends SceneTest {
    private static final String FIRST_SLEEPS = "echo $$; [ $BATON_EPOCH -gt 1 ] || sleep 300";

    @Test
    void a_runner_that_is_stopped_finishes_what_it_has_and_takes_no_more() throws Exception {
        Runner runner = scene.runner(scene.config("r1", 2));
        String go = directory.resolve("go").toString();
        String job =
                scene.submitSteps(
                        "echo ready; while [ ! -e %s ]; do sleep 0.02; done".formatted(go));
        awaitPrinted(job, "ready");
        runner.stop();
        String later = scene.submitSteps("echo later");
        scene.touch(go);
        runner.awaitEnd();
        assertThat(scene.status(job)).isEqualTo("SUCCEEDED");
        assertThat(scene.status(later)).isEqualTo("QUEUED");
        scene.runner("r2");
        awaitStatus(later, "SUCCEEDED");
    }

    @Test
    void what_is_not_finished_within_the_grace_is_given_back_and_run_elsewhere() throws Exception {
        Runner runner = scene.runner(scene.config("r1", 1, Duration.ofMillis(200)));
        String job = scene.submitSteps(FIRST_SLEEPS);
        awaitPrinted(job, "\n");
        long pid = Long.parseLong(scene.printed(job).strip());
        runner.stop();
        runner.awaitEnd();
        assertThat(isAlive(pid)).isFalse();
        assertThat(scene.status(job)).isEqualTo("QUEUED");
        scene.runner("r2");
        awaitStatus(job, "SUCCEEDED");
    }

    @Test
    void a_runner_in_a_hurry_gives_back_at_once() throws Exception {
        Runner runner = scene.runner("r1");
        String job = scene.submitSteps(FIRST_SLEEPS);
        awaitPrinted(job, "\n");
        runner.stop();
        runner.hurry();
        runner.awaitEnd();
        assertThat(scene.status(job)).isEqualTo("QUEUED");
        assertThat(scene.audit(job)).contains("RELEASED");
    }

    @Test
    void a_directory_belongs_to_one_runner_at_a_time_and_says_which() throws Exception {
        Runner runner = scene.runner("r1");
        assertThatThrownBy(() -> scene.runner("r1"))
                .isInstanceOf(RunnerException.class)
                .hasMessageContaining("another runner");
        assertThat(Files.readString(directory.resolve("r1/runner.pid")).strip())
                .isEqualTo(Long.toString(ProcessHandle.current().pid()));
        runner.close();
        assertThat(directory.resolve("r1/runner.pid")).doesNotExist();
        scene.runner("r1");
    }
}
