package dev.baton.protocol.submit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Backoff;
import dev.baton.core.Ending;
import dev.baton.core.Gate;
import dev.baton.core.GateKey;
import dev.baton.core.JobPlan;
import dev.baton.core.Requirement;
import dev.baton.core.RetryPolicy;
import dev.baton.core.RetryPolicy.Tolerance;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

class SubmissionReaderTest {
    @Test
    void a_job_needs_only_a_name_and_something_to_do() {
        RunSubmission run = read("{'jobs':[{'name':'a','steps':['make']}]}");

        assertThat(run.name()).isNull();
        assertThat(run.labels()).isEmpty();
        assertThat(run.jobs())
                .containsExactly(
                        new JobSubmission(
                                "a",
                                List.of(),
                                JobKind.STEPS,
                                new JobPlan(
                                        0,
                                        Requirement.NONE,
                                        null,
                                        RetryPolicy.STEPS,
                                        Duration.ofHours(1),
                                        null),
                                null,
                                Duration.ZERO,
                                "{\"name\":\"a\",\"steps\":[\"make\"]}",
                                JobExtras.NONE));
    }

    @Test
    void everything_about_a_job_can_be_said() {
        RunSubmission run =
                read(
                        """
                        {'name':'nightly','labels':{'branch':'main'},'jobs':[
                          {'name':'build','steps':['make']},
                          {'name':'test','needs':['build'],'priority':-5,
                           'requirement':{'spec':'m7i.metal','tags':['os=linux']},
                           'gate':{'key':'org:acme','limit':3},
                           'retry':{'max_attempts':7,'retry_on':['ERROR','LOST'],
                                    'backoff':{'first_seconds':0.5,'factor':3,'most_seconds':60,'jitter':0.5},
                                    'retry_after_most_seconds':90,'tolerance':{'losses':9}},
                           'max_runtime_seconds':12.5,'not_before':'2026-01-04T08:00:00Z',
                           'steps':['make test']}]}""");

        assertThat(run.name()).isEqualTo("nightly");
        assertThat(run.labels()).isEqualTo(Map.of("branch", "main"));
        JobSubmission test = run.jobs().getLast();
        assertThat(test.needs()).containsExactly("build");
        assertThat(test.gate()).isEqualTo(new Gate(new GateKey("org:acme"), 3, 0));
        assertThat(test.plan())
                .isEqualTo(
                        new JobPlan(
                                -5,
                                Requirement.of(List.of("spec=m7i.metal", "os=linux")),
                                new GateKey("org:acme"),
                                new RetryPolicy(
                                        7,
                                        Set.of(Ending.ERROR, Ending.LOST),
                                        new Backoff(
                                                Duration.ofMillis(500),
                                                3,
                                                Duration.ofMinutes(1),
                                                0.5),
                                        Duration.ofSeconds(90),
                                        new Tolerance(9, 4, 20)),
                                Duration.ofMillis(12_500),
                                Instant.parse("2026-01-04T08:00:00Z")));
    }

    @Test
    void the_kind_of_a_job_follows_from_what_it_has() {
        assertThat(job("'steps':['a'],'image':'alpine'").kind()).isEqualTo(JobKind.STEPS);
        assertThat(job("'image':'alpine'").kind()).isEqualTo(JobKind.IMAGE);
        assertThat(job("'function':{'name':'py#add'}").kind()).isEqualTo(JobKind.FUNCTION);
    }

    @Test
    void what_is_not_said_about_retries_follows_from_the_kind() {
        assertThat(job("'image':'alpine'").plan().retry()).isEqualTo(RetryPolicy.IMAGE);
        RetryPolicy function =
                job("'function':{'name':'py#f'},'retry':{'max_attempts':2}").plan().retry();
        assertThat(function.maxAttempts()).isEqualTo(2);
        assertThat(function.retried()).isEqualTo(RetryPolicy.FUNCTION.retried());
        assertThat(function.backoff()).isEqualTo(RetryPolicy.FUNCTION.backoff());
    }

    @Test
    void a_backoff_that_only_says_how_it_begins_stays_there() {
        Backoff backoff =
                job("'steps':['a'],'retry':{'backoff':{'first_seconds':5}}")
                        .plan()
                        .retry()
                        .backoff();
        assertThat(backoff.most()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void a_delay_counts_from_the_time_of_the_store() {
        Instant now = Instant.parse("2026-01-04T08:00:00Z");
        JobSubmission job = job("'steps':['a'],'delay_seconds':90");

        assertThat(job.plan().notBefore()).isNull();
        assertThat(job.planAt(now).notBefore()).isEqualTo(now.plusSeconds(90));
        assertThat(job("'steps':['a']").planAt(now).notBefore()).isNull();
    }

    @Test
    void the_job_spec_has_what_is_the_runners_business_and_nothing_else() {
        JobSubmission job =
                job(
                        """
                        'caches':[{'type':'deps','key':'nuget:{lock_hash}','paths':['~/.nuget']}],
                        'priority':1, 'env':{'CI':'true','EMPTY':''}, 'steps':['a\\nb'], 'workdir':'.',
                        'artifacts':[{'path_glob':'**/*.trx','type':'junit','name':'results'}], 'image':'alpine:3'""");
        assertThat(job.specJson())
                .isEqualTo(
                        """
                        {'name':'j','workdir':'.','image':'alpine:3','steps':['a\\nb'],\
                        'env':{'CI':'true','EMPTY':''},\
                        'artifacts':[{'type':'junit','path_glob':'**/*.trx','name':'results'}],\
                        'caches':[{'type':'deps','key':'nuget:{lock_hash}','paths':['~/.nuget']}]}"""
                                .replace('\'', '"'));
    }

    @Test
    void a_workspace_is_a_tree_or_a_commit_and_the_runners_business() {
        String tree = "sha256:" + "0a".repeat(32);
        assertThat(job("'steps':['a'],'workspace':{'tree':'" + tree + "'}").specJson())
                .isEqualTo(
                        "{\"name\":\"j\",\"steps\":[\"a\"],\"workspace\":{\"tree\":\"%s\"}}"
                                .formatted(tree));
        for (String url :
                List.of(
                        "https://host/a.git",
                        "git@host:a/b.git",
                        "ssh://git@host:22/a",
                        "/srv/a")) {
            for (String commit :
                    List.of("0a".repeat(20), "main", "refs/tags/v1.0", "feature/x-1")) {
                assertThat(
                                job("'steps':['a'],'workspace':{'git':{'url':'%s','commit':'%s'}}"
                                                .formatted(url, commit))
                                        .specJson())
                        .contains(
                                "\"workspace\":{\"git\":{\"url\":\"%s\",\"commit\":\"%s\"}}"
                                        .formatted(url, commit));
            }
        }
    }

    @Test
    void secrets_are_passed_on_apart_from_the_rest() {
        assertThat(job("'steps':['a'],'env':{'A':'1'},'secret_env':{'B':'hunter2'}").specJson())
                .contains("\"env\":{\"A\":\"1\"},\"secret_env\":{\"B\":\"hunter2\"}");
    }

    @Test
    void a_job_that_wants_a_box_of_its_own_requires_a_runner_that_has_one() {
        JobSubmission isolated =
                job("'steps':['a'],'isolation':'bubblewrap','requirement':{'tags':['os=linux']}");
        assertThat(isolated.plan().requirement())
                .isEqualTo(Requirement.of(List.of("os=linux", "isolation=bubblewrap")));
        assertThat(isolated.specJson()).contains("\"isolation\":\"bubblewrap\"");
        JobSubmission open = job("'steps':['a'],'isolation':'none'");
        assertThat(open.plan().requirement()).isEqualTo(Requirement.NONE);
        assertThat(open.specJson()).doesNotContain("isolation");
    }

    @Test
    void a_job_without_network_requires_a_runner_that_can_keep_it_from_one() {
        JobSubmission alone = job("'steps':['a'],'isolation':'bubblewrap','network':'none'");
        assertThat(alone.plan().requirement())
                .isEqualTo(Requirement.of(List.of("isolation=bubblewrap", "network=none")));
        assertThat(alone.specJson()).contains("\"network\":\"none\"");
        JobSubmission usual = job("'steps':['a'],'network':'machine'");
        assertThat(usual.plan().requirement()).isEqualTo(Requirement.NONE);
        assertThat(usual.specJson()).doesNotContain("network");
    }

    @Test
    void the_arguments_of_a_function_are_passed_on_exactly() {
        JobSubmission job =
                job(
                        "'function':{'name':'py#add','args':[1.10, 12345678901234567890, null, 'ü'],'kwargs':{'b':{'a':1e2}},'queue':'q'}");
        assertThat(job.specJson())
                .contains("\"args\":[1.10,12345678901234567890,null,\"ü\"]")
                .contains("\"kwargs\":{\"b\":{\"a\":1E+2}},\"queue\":\"q\"");
    }

    @Test
    void what_is_printed_of_a_job_does_not_show_its_environment() {
        assertThat(
                        job("'steps':['a'],'env':{'A':'hunter2'},'secret_env':{'B':'hunter2'}")
                                .toString())
                .doesNotContain("hunter2");
    }

    private static JobSubmission job(String fields) {
        return read("{'jobs':[{'name':'j'," + fields + "}]}").jobs().getFirst();
    }

    private static RunSubmission read(String json) {
        return new SubmissionReader(FunctionRoutes.NONE)
                .read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), TraceContext.NONE);
    }
}
