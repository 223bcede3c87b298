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
}
