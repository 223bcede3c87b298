package dev.baton.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.config.ServerSetting;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.HashMap;

/// How a runner keeps to the lease protocol.
class LeasesTest extends SceneTest {
    private static final String SLEEP =
            "trap 'echo bye; exit 3' TERM; echo $$; sleep 300 & wait $!";

    @Test
    void a_lease_is_obtained_and_acknowledged_before_anything_runs() {
        scene.runner("r1");
        String job = scene.submitSteps("echo one");
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.events(job))
                .containsExactly("SUBMITTED", "GRANTED", "ACKNOWLEDGED", "FINISHED");
    }

    @Test
    void heartbeats_keep_a_lease_for_longer_than_its_ttl_and_say_how_far_the_job_is() {
        scene.close();
        var settings = new HashMap<>(Scene.SHORT_LEASES);
        settings.put(ServerSetting.LEASE_TTL, "2s");
        scene = new Scene(directory.resolve("short"), settings);
        scene.runner("r1");
        String job = scene.submitSteps("true", "sleep 5");
        until(() -> scene.job(job).toString().contains("\"step_index\":1"));
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.events(job))
                .containsExactly("SUBMITTED", "GRANTED", "ACKNOWLEDGED", "FINISHED");
    }

    @Test
    void a_cancel_reaches_the_step_that_runs_and_is_confirmed() {
        scene.runner("r1");
        String job = scene.submitSteps(SLEEP);
        awaitPrinted(job, "\n");
        long pid = Long.parseLong(scene.printed(job).strip());
        scene.cancel(job);
        awaitStatus(job, "CANCELED");
        assertThat(isAlive(pid)).isFalse();
        assertThat(scene.audit(job)).doesNotContain("UNCONFIRMED");
        assertThat(scene.printed(job)).contains("bye");
    }

    @Test
    void a_step_that_ignores_a_cancel_is_killed_with_all_it_started() {
        scene.runner("r1");
        String job =
                scene.submitSteps("trap '' TERM; sleep 300 & echo $!; echo $$; wait; sleep 300");
        until(() -> scene.printed(job).lines().count() == 2);
        scene.cancel(job);
        awaitStatus(job, "CANCELED");
        scene.printed(job)
                .lines()
                .map(Long::valueOf)
                .forEach(pid -> assertThat(isAlive(pid)).isFalse());
    }

    @Test
    void work_is_stopped_when_the_lease_is_not_the_runners_any_more() {
        scene.runner("r1");
        String job = scene.submitSteps("echo $$; [ $BATON_EPOCH -gt 1 ] || sleep 300");
        awaitPrinted(job, "\n");
        long pid = Long.parseLong(scene.printed(job).strip());
        scene.takeLeasesFrom("r1");
        until(() -> !isAlive(pid));
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.events(job)).containsOnlyOnce("FINISHED");
    }

    @Test
    void an_outage_of_the_orchestrator_that_is_shorter_than_the_ttl_disturbs_no_job() {
        scene.close();
        var settings = new HashMap<>(Scene.SHORT_LEASES);
        settings.put(ServerSetting.LEASE_TTL, "60s");
        scene = new Scene(directory.resolve("long"), settings);
        scene.runner("r1");
        String job = scene.submitSteps("for i in $(seq 400); do echo line $i; sleep 0.01; done");
        awaitPrinted(job, "line 5\n");
        scene.stopOrchestrator();
        scene.startOrchestrator();
        awaitStatus(job, "SUCCEEDED");
        var expected = new StringBuilder();
        for (int i = 1; i <= 400; i++) {
            expected.append("line ").append(i).append('\n');
        }
        assertThat(scene.printed(job)).isEqualTo(expected.toString());
        assertThat(scene.events(job)).containsOnlyOnce("GRANTED");
    }

    @Test
    void work_is_killed_before_its_ttl_has_passed_when_nobody_answers() {
        scene.close();
        var settings = new HashMap<>(Scene.SHORT_LEASES);
        settings.put(ServerSetting.LEASE_TTL, "4s");
        scene = new Scene(directory.resolve("fenced"), settings);
        scene.runner("r1");
        String job = scene.submitSteps("echo $$; [ $BATON_EPOCH -gt 1 ] || sleep 300");
        awaitPrinted(job, "\n");
        long pid = Long.parseLong(scene.printed(job).strip());
        scene.stopOrchestrator();
        long stopped = System.nanoTime();
        until(() -> !isAlive(pid));
        assertThat(Duration.ofNanos(System.nanoTime() - stopped)).isLessThan(Duration.ofSeconds(4));
        scene.startOrchestrator();
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.events(job)).containsOnlyOnce("FINISHED");
    }

    @Test
    void a_result_that_could_not_be_sent_is_sent_when_the_orchestrator_is_back() {
        scene.close();
        var settings = new HashMap<>(Scene.SHORT_LEASES);
        settings.put(ServerSetting.LEASE_TTL, "60s");
        scene = new Scene(directory.resolve("away"), settings);
        scene.runner("r1");
        String go = directory.resolve("go").toString();
        String job =
                scene.submitSteps(
                        "echo ready; while [ ! -e %s ]; do sleep 0.02; done; echo last words; touch %s.seen"
                                .formatted(go, go));
        awaitPrinted(job, "ready");
        scene.stopOrchestrator();
        scene.touch(go);
        until(() -> java.nio.file.Files.exists(directory.resolve("go.seen")));
        scene.startOrchestrator();
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.printed(job)).isEqualTo("ready\nlast words\n");
        assertThat(scene.events(job)).containsOnlyOnce("GRANTED");
    }
}
