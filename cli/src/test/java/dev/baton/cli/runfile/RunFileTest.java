package dev.baton.cli.runfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.cli.run.JobDraft;
import dev.baton.cli.run.JobDraft.ArtifactDraft;
import dev.baton.cli.run.JobDraft.BoxDraft;
import dev.baton.cli.run.JobDraft.CacheDraft;
import dev.baton.cli.run.JobDraft.GateDraft;
import dev.baton.cli.run.RunDraft;
import dev.baton.settings.ConfigException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.Map;

class RunFileTest {

    @Test
    void a_file_says_everything_a_job_can_have() {
        RunDraft run =
                read(
                        """
                        name: ci
                        labels: {branch: main, build: 7}
                        env: {CI: true}
                        jobs:
                          test:
                            steps:
                              - make
                              - |
                                make test
                                make check
                            env: {LEVEL: 3}
                            secrets: [KEY]
                            workdir: sub
                            timeout: 10m
                            retries: 2
                            priority: 5
                            tags: [os=linux]
                            isolation: bubblewrap
                            network: none
                            gate: {key: tests, limit: 2}
                            artifacts:
                              - {type: junit, path_glob: '**/*.xml'}
                            caches:
                              - {key: 'deps-{lock_hash}', paths: [.m2]}
                          deploy:
                            steps: ./deploy
                            needs: test
                        """);
        assertThat(run.name()).isEqualTo("ci");
        assertThat(run.labels()).isEqualTo(Map.of("branch", "main", "build", "7"));
        JobDraft test = run.jobs().getFirst();
        assertThat(test.steps()).containsExactly("make", "make test\nmake check\n");
        assertThat(test.env())
                .containsExactlyInAnyOrderEntriesOf(Map.of("CI", "true", "LEVEL", "3"));
        assertThat(test.secretEnv()).isEqualTo(Map.of("KEY", "hunter2"));
        assertThat(test.requirement()).containsExactly("os=linux");
        assertThat(test.extra())
                .isEqualTo(
                        new JobDraft.Extra(
                                "sub",
                                null,
                                new BoxDraft("bubblewrap", "none"),
                                new GateDraft("tests", 2),
                                Duration.ofMinutes(10),
                                2,
                                5,
                                List.of(new ArtifactDraft("junit", "**/*.xml", null)),
                                List.of(
                                        new CacheDraft(
                                                "dir", "deps-{lock_hash}", List.of(".m2")))));
        assertThat(run.jobs().getLast().needs()).containsExactly("test");
    }

    @Test
    void a_gate_has_a_key_that_a_matrix_may_fill_in_and_a_limit() {
        RunDraft run =
                read(
                        """
                        jobs:
                          deploy:
                            matrix: {site: [eu, us]}
                            gate: {key: 'deploy-{matrix.site}', limit: 1}
                            steps: ./deploy
                        """);
        assertThat(run.jobs())
                .extracting(job -> job.extra().gate())
                .containsExactly(new GateDraft("deploy-eu", 1), new GateDraft("deploy-us", 1));
        assertThat(
                        errors(
                                """
                                jobs:
                                  a: {steps: x, gate: {key: k}}
                                  b: {steps: x, gate: {key: k, limit: 0}}
                                  c: {steps: x, gate: k}
                                """))
                .containsExactly(
                        "baton.yaml:2:23: expected a key and a limit, such as {key: deploy, limit: 1}",
                        "baton.yaml:3:39: expected 1 to 100000, got '0'",
                        "baton.yaml:4:23: expected a mapping of names to values, got 'k'");
    }

    @Test
    void a_matrix_makes_a_job_of_every_combination_and_needs_mean_all_of_them() {
        RunDraft run =
                read(
                        """
                        jobs:
                          test:
                            matrix: {jdk: [21, 25], os: [linux]}
                            steps: ['echo {matrix.jdk} on {matrix.os}']
                            tags: ['jdk={matrix.jdk}']
                          report: {needs: [test], steps: [echo done]}
                        """);
        assertThat(run.jobs().stream().map(JobDraft::name))
                .containsExactly("test (21, linux)", "test (25, linux)", "report");
        JobDraft second = run.jobs().get(1);
        assertThat(second.steps()).containsExactly("echo 25 on linux");
        assertThat(second.requirement()).containsExactly("jdk=25");
        assertThat(second.env())
                .isEqualTo(Map.of("BATON_MATRIX_JDK", "25", "BATON_MATRIX_OS", "linux"));
        assertThat(run.jobs().getLast().needs())
                .containsExactly("test (21, linux)", "test (25, linux)");
    }

    @Test
    void everything_that_is_wrong_is_said_at_once_with_its_place() {
        assertThat(
                        errors(
                                """
                                nam: ci
                                jobs:
                                  test:
                                    step: [make]
                                    timeout: soon
                                    retries: -1
                                    needs: [biuld]
                                    env: [A]
                                  build:
                                    steps: ['{matrix.x}']
                                    secrets: [MISSING]
                                    artifacts: [{type: junit}]
                                """))
                .containsExactly(
                        "baton.yaml:1:1: unknown key 'nam'; did you mean name?",
                        "baton.yaml:4:5: expected steps: what is there to do?",
                        "baton.yaml:4:5: unknown key 'step'; did you mean steps?",
                        "baton.yaml:5:14: expected a duration such as 90s, 10m or 2h, got 'soon'",
                        "baton.yaml:6:14: expected 0 to 100, got '-1'",
                        "baton.yaml:7:13: unknown job 'biuld'; did you mean build?",
                        "baton.yaml:8:10: expected a mapping of names to values, got a list",
                        "baton.yaml:10:13: unknown matrix value 'x'",
                        "baton.yaml:11:15: expected a variable MISSING in your environment to take the secret from",
                        "baton.yaml:12:17: expected path_glob: which files?");
    }

    @Test
    void jobs_that_need_each_other_are_refused() {
        assertThat(
                        errors(
                                """
                                jobs:
                                  a: {steps: [x], needs: [b]}
                                  b: {steps: [x], needs: [a]}
                                """))
                .hasSize(2)
                .allSatisfy(e -> assertThat(e).contains("without a circle"));
        assertThat(errors("jobs: {a: {steps: [x], needs: [a]}}")).hasSize(1);
    }

    @Test
    void a_key_that_is_there_twice_is_an_error() {
        assertThat(errors("jobs:\n  a: {steps: [x]}\n  a: {steps: [y]}\n"))
                .containsExactly("baton.yaml:3:3: 'a' is there twice");
    }

    @Test
    void what_is_no_yaml_or_no_jobs_is_said() {
        assertThat(errors("jobs: [")).singleElement().asString().contains("expected YAML");
        assertThat(errors("")).singleElement().asString().contains("empty file");
        assertThat(errors("- a\n")).anySatisfy(e -> assertThat(e).contains("expected a mapping"));
        assertThat(errors("jobs: {}")).anySatisfy(e -> assertThat(e).contains("one job or more"));
        assertThat(errors("name: x")).anySatisfy(e -> assertThat(e).contains("expected jobs"));
        assertThat(errors("jobs: {a: }")).anySatisfy(e -> assertThat(e).contains("got nothing"));
        assertThat(errors("jobs: {[a]: {steps: [x]}}")).isNotEmpty();
        assertThat(errors("jobs: {a: {steps: [x], matrix: {x: []}}}")).isNotEmpty();
    }

    @Test
    void an_alias_stands_for_its_value() {
        RunDraft run =
                read(
                        """
                        jobs:
                          a: &job {steps: [make]}
                          b: *job
                        """);
        assertThat(run.jobs()).extracting(JobDraft::steps).containsOnly(List.of("make"));
    }

    @Test
    @Timeout(20)
    void a_file_that_is_meant_to_explode_does_not() {
        var laughs = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < 40; i++) {
            laughs.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }
        assertThat(errors(laughs + "jobs: {a: {steps: *a39}}")).isNotEmpty();
        assertThat(errors("jobs: &j {a: *j}")).isNotEmpty();
        assertThat(errors("[".repeat(200_000))).isNotEmpty();
        assertThat(errors("x".repeat(300 << 10))).isNotEmpty();
        String axis = "[" + "1, ".repeat(99) + "1]";
        assertThat(errors("jobs: {a: {steps: [x], matrix: {x: %s, y: %s}}}".formatted(axis, axis)))
                .isNotEmpty();
    }

    private static RunDraft read(String yaml) {
        return RunFile.read("baton.yaml", yaml, Map.of("KEY", "hunter2"));
    }

    private static List<String> errors(String yaml) {
        return catchThrowableOfType(ConfigException.class, () -> read(yaml)).errors();
    }
}
