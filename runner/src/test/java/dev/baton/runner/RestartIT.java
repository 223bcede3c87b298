package dev.baton.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.config.ServerSetting;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;

/// Runners that are killed or stopped in the middle of a job.
class RestartIT extends SceneTest {
    private static final String FIRST_SLEEPS = "echo $$; [ $BATON_EPOCH -gt 1 ] || sleep 300";

    @BeforeEach
    @Override
    void start() {
        var settings = new HashMap<>(Scene.SHORT_LEASES);
        settings.put(ServerSetting.LEASE_TTL, "60s");
        scene = new Scene(directory, settings);
    }

    private RunnerProcess runner() throws Exception {
        return RunnerProcess.start(scene.config("r1", 1), directory.resolve("runner.out"));
    }

    @Test
    void a_job_whose_runner_was_killed_is_given_back_by_the_next_process_and_nothing_of_it_is_left()
            throws Exception {
        String job = scene.submitSteps(FIRST_SLEEPS);
        try (RunnerProcess first = runner()) {
            awaitPrinted(job, "\n");
            long pid = Long.parseLong(scene.printed(job).strip());
            first.kill();
            try (var _ = runner()) {
                until(() -> !isAlive(pid));
                awaitStatus(job, "SUCCEEDED");
                assertThat(scene.audit(job)).contains("RELEASED");
                assertThat(scene.events(job)).containsOnlyOnce("FINISHED");
            }
        }
    }

    @Test
    void a_result_that_was_not_sent_when_the_runner_was_killed_is_sent_by_the_next_process()
            throws Exception {
        Path go = directory.resolve("go");
        String job =
                scene.submitSteps(
                        "echo ready; while [ ! -e %s ]; do sleep 0.02; done; echo last words"
                                .formatted(go));
        try (RunnerProcess first = runner()) {
            awaitPrinted(job, "ready");
            scene.stopOrchestrator();
            scene.touch(go.toString());
            Path last = directory.resolve("r1/leases/%s-1/last.json".formatted(job));
            until(() -> Files.readString(last).contains("Complete"));
            first.kill();
        }
        scene.startOrchestrator();
        try (var _ = runner()) {
            awaitStatus(job, "SUCCEEDED");
            assertThat(scene.printed(job)).isEqualTo("ready\nlast words\n");
            assertThat(scene.events(job)).containsOnlyOnce("GRANTED");
            until(() -> !Files.exists(directory.resolve("r1/leases/%s-1".formatted(job))));
        }
    }

    @Test
    void a_runner_that_was_stopped_for_longer_than_its_ttl_reports_nothing_of_its_old_lease()
            throws Exception {
        scene.close();
        var settings = new HashMap<>(Scene.SHORT_LEASES);
        settings.put(ServerSetting.LEASE_TTL, "4s");
        scene = new Scene(directory.resolve("short"), settings);
        String job = scene.submitSteps(FIRST_SLEEPS);
        try (RunnerProcess process = runner()) {
            awaitPrinted(job, "\n");
            long pid = Long.parseLong(scene.printed(job).strip());
            process.signal("STOP");
            until(() -> !isAlive(pid));
            until(() -> scene.status(job).equals("QUEUED"));
            process.signal("CONT");
            awaitStatus(job, "SUCCEEDED");
            assertThat(scene.events(job)).containsOnlyOnce("FINISHED");
        }
    }
}
