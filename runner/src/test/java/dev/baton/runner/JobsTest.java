package dev.baton.runner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

/// What becomes of a job that a runner executes.
class JobsTest extends SceneTest {
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

    @Test
    void the_log_is_uploaded_before_the_completion_refers_to_it() {
        scene.runner("r1");
        String job = scene.submitSteps("echo done");
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.job(job).toString()).contains("/v1/jobs/%s/log?epoch=1".formatted(job));
        assertThat(scene.printed(job)).isEqualTo("done\n");
    }

    @Test
    void a_job_stops_at_the_first_step_that_fails_and_has_its_exit_code() {
        scene.runner("r1");
        String job = scene.submitSteps("echo one", "exit 7", "echo three");
        awaitStatus(job, "FAILED");
        assertThat(scene.job(job).toString()).contains("\"exit_code\":7");
        assertThat(scene.printed(job)).isEqualTo("one\n");
    }

    @Test
    void a_failure_inside_a_pipe_or_in_the_middle_of_a_step_is_one() {
        scene.runner("r1");
        String pipe = scene.submitSteps("false | cat");
        String middle = scene.submitSteps("false\necho not reached");
        awaitStatus(pipe, "FAILED");
        awaitStatus(middle, "FAILED");
        assertThat(scene.printed(middle)).isEmpty();
    }

    @Test
    void a_step_sees_the_variables_of_its_job_and_little_else() {
        scene.runner("r1");
        String job = scene.submit("\"env\":{\"COLOR\":\"red\"},\"steps\":[\"env | sort\"]");
        awaitStatus(job, "SUCCEEDED");
        List<String> names =
                scene.printed(job)
                        .lines()
                        .map(line -> line.substring(0, Math.max(0, line.indexOf('='))))
                        .toList();
        assertThat(scene.printed(job))
                .contains("COLOR=red\n", "BATON=true\n", "BATON_JOB_ID=" + job + "\n")
                .contains("BATON_ATTEMPT=1\n", "BATON_EPOCH=1\n", "BATON_JOB_NAME=a\n");
        assertThat(names)
                .contains("PATH", "TMPDIR", "BATON_RUN_ID", "BATON_WORKSPACE")
                .doesNotContain("BATON_TOKEN", "JAVA_HOME", "MAVEN_OPTS");
    }

    @Test
    void the_steps_of_a_job_share_a_workspace_that_is_gone_afterwards() {
        scene.runner("r1");
        String job = scene.submitSteps("echo kept > file; pwd", "cat file");
        awaitStatus(job, "SUCCEEDED");
        List<String> printed = scene.printed(job).lines().toList();
        assertThat(printed.get(1)).isEqualTo("kept");
        until(() -> !java.nio.file.Files.exists(java.nio.file.Path.of(printed.get(0))));
    }

    @Test
    void a_workdir_that_is_not_there_or_leads_outside_fails_the_job() {
        scene.runner("r1");
        String absent = scene.submit("\"workdir\":\"no/such\",\"steps\":[\"true\"]");
        String outside = scene.submit("\"workdir\":\"../..\",\"steps\":[\"true\"]");
        awaitStatus(absent, "FAILED");
        awaitStatus(outside, "FAILED");
        assertThat(scene.job(absent).toString()).contains("no directory 'no/such'");
        assertThat(scene.job(outside).toString()).contains("inside the workspace");
    }

    @Test
    void a_job_of_another_kind_fails_and_says_so() {
        scene.runner("r1");
        String image = scene.submit("\"image\":\"alpine\"");
        awaitStatus(image, "FAILED");
        assertThat(scene.job(image).toString()).contains("this runner executes steps");
    }

    @Test
    void a_large_spec_is_fetched() {
        scene.runner("r1");
        String steps =
                String.join(
                        ",",
                        IntStream.range(0, 3)
                                .mapToObj(i -> "\": %s\"".formatted("x".repeat(30_000)))
                                .toList());
        String job = scene.submit("\"steps\":[%s,\"echo large\"]".formatted(steps));
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.printed(job)).isEqualTo("large\n");
    }

    @Test
    void a_job_that_runs_longer_than_it_may_is_ended_and_fails() {
        scene.runner("r1");
        String job =
                scene.submit(
                        "\"max_runtime_seconds\":1,\"steps\":[\"echo $$; sleep 60 & sleep 60\"]");
        awaitStatus(job, "FAILED");
        assertThat(scene.job(job).toString()).contains("TIMED_OUT", "ran longer than its limit");
        long pid = Long.parseLong(scene.printed(job).strip());
        until(() -> !isAlive(pid));
    }

    @Test
    void a_runner_executes_as_many_jobs_at_once_as_it_has_places_and_no_more() {
        Runner runner = scene.runner(scene.config("r1", 2));
        String gate = directory.resolve("go").toString();
        String wait = "echo ready; while [ ! -e %s ]; do sleep 0.02; done".formatted(gate);
        List<String> jobs = IntStream.range(0, 3).mapToObj(i -> scene.submitSteps(wait)).toList();
        awaitPrinted(jobs.get(0), "ready");
        awaitPrinted(jobs.get(1), "ready");
        assertThat(runner.working()).isEqualTo(2);
        assertThat(scene.status(jobs.get(2))).isEqualTo("QUEUED");
        scene.touch(gate);
        jobs.forEach(job -> awaitStatus(job, "SUCCEEDED"));
    }

    @Test
    void what_a_step_left_in_the_background_does_not_outlive_its_job() {
        scene.runner("r1");
        String job = scene.submitSteps("setsid sleep 300 >/dev/null 2>&1 & echo $!");
        awaitStatus(job, "SUCCEEDED");
        long pid = Long.parseLong(scene.printed(job).strip());
        until(() -> !isAlive(pid));
    }
}
