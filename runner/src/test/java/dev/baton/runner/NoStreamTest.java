package dev.baton.runner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// A runner behind something that lets no WebSocket through.
class NoStreamTest extends SceneTest {
    @Test
    void a_runner_without_a_stream_works_over_http() throws Exception {
        try (var proxy = new NoUpgradeProxy(scene.address())) {
            scene.runner(
                    scene.config(
                            proxy.address(),
                            "r1",
                            2,
                            Duration.ofSeconds(30),
                            RunnerConfig.DEFAULT_LOG_BYTES));
            List<String> jobs =
                    IntStream.range(0, 4).mapToObj(i -> scene.submitSteps("echo " + i)).toList();
            jobs.forEach(job -> awaitStatus(job, "SUCCEEDED"));
            assertThat(scene.printed(jobs.get(3))).isEqualTo("3\n");
            String job = scene.submitSteps("echo $$; sleep 300");
            awaitPrinted(job, "\n");
            scene.cancel(job);
            awaitStatus(job, "CANCELED");
            assertThat(scene.audit(job)).doesNotContain("UNCONFIRMED");
            assertThat(proxy.refused()).isGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void a_lease_that_comes_while_the_runner_stops_is_given_back_and_not_executed()
            throws Exception {
        try (var proxy = new NoUpgradeProxy(scene.address())) {
            Runner runner =
                    scene.runner(
                            scene.config(
                                    proxy.address(),
                                    "r1",
                                    2,
                                    Duration.ofSeconds(30),
                                    RunnerConfig.DEFAULT_LOG_BYTES));
            String go = directory.resolve("go").toString();
            String job =
                    scene.submitSteps(
                            "echo ready; while [ ! -e %s ]; do sleep 0.02; done".formatted(go));
            awaitPrinted(job, "ready");
            runner.stop();
            // The request for the second place is still under way.
            String late = scene.submitSteps("touch %s.late".formatted(go));
            // By the runner, or by its next connection, which did not name it.
            until(() -> scene.events(late).contains("REQUEUED"));
            assertThat(scene.status(late)).isEqualTo("QUEUED");
            scene.touch(go);
            runner.awaitEnd();
            awaitStatus(job, "SUCCEEDED");
            assertThat(directory.resolve("go.late")).doesNotExist();
        }
    }
}
