package dev.baton.protocol.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.protocol.ErrorCode;
import dev.baton.protocol.ProtocolException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class BadSubmissionTest {
    private static final SubmissionReader READER = new SubmissionReader(FunctionRoutes.NONE);

    static Stream<Arguments> badJobs() {
        return Stream.of(
                row("'retry':{'max_attempts':0}", "retry.max_attempts: expected 1 to 1000, got 0"),
                row(
                        "'retry':{'max_attempts':1.5}",
                        "retry.max_attempts: expected 1 to 1000, got 1.5"),
                row(
                        "'retry':{'retry_on':['CANCELED']}",
                        "retry.retry_on[0]: expected one of [ERROR, RETRY, TIMED_OUT, LOST, RELEASED], got 'CANCELED'"),
                row(
                        "'retry':{'backoff':{'first_seconds':9,'most_seconds':1}}",
                        "retry.backoff: expected 0 <= first <= most <= PT720H, got first PT9S and most PT1S"),
                row(
                        "'retry':{'backoff':{'factor':0.5}}",
                        "retry.backoff.factor: expected 1 to 100, got 0.5"),
                row(
                        "'retry':{'attempts':3}",
                        "retry.attempts: unknown key; did you mean 'max_attempts'?"),
                row("'retry':5", "retry: expected an object, got 5"),
                row(
                        "'retry':{'x':3}",
                        "retry.x: unknown key; expected one of backoff, max_attempts, retry_after_most_seconds, retry_on, tolerance"),
                row(
                        "'max_runtime_seconds':1e999999",
                        "max_runtime_seconds: expected 0.001 to 2592000, got 1E+999999"),
                row("'priority':1e999", "priority: expected -1000 to 1000, got 1E+999"),
                row("'priority':99999999999", "priority: expected -1000 to 1000, got 99999999999"),
                row("'workspace':5", "workspace: expected an object, got 5"),
                row("'workspace':{}", "workspace: expected either a tree or git"),
                row(
                        "'workspace':{'tree':'sha256:%s','git':{'url':'u','commit':'c'}}"
                                .formatted("0".repeat(64)),
                        "workspace: expected either a tree or git"),
                row(
                        "'workspace':{'tree':'../x'}",
                        "workspace.tree: expected sha256: and 64 hexadecimal digits, got '../x'"),
                row(
                        "'workspace':{'git':{'url':'--upload-pack=x','commit':'c'}}",
                        "workspace.git.url: expected a URL of at most 2048 plain characters without spaces or a password, not beginning with -, got 15 characters"),
                row(
                        "'workspace':{'git':{'url':'https://a:hunter2@host/x','commit':'c'}}",
                        "workspace.git.url: expected a URL of at most 2048 plain characters without spaces or a password, not beginning with -, got 24 characters"),
                row(
                        "'workspace':{'git':{'url':'ext::sh','commit':'c'}}",
                        "workspace.git.url: expected a URL of at most 2048 plain characters without spaces or a password, not beginning with -, got 7 characters"),
                row(
                        "'workspace':{'git':{'url':'https://host/x','commit':'-x'}}",
                        "workspace.git.commit: expected a commit, branch or tag, got '-x'"),
                row(
                        "'workspace':{'git':{'url':'https://host/x'}}",
                        "workspace.git.commit: expected a commit, branch or tag, got none"),
                row("'isolation':'vm'", "isolation: expected bubblewrap or none, got 'vm'"),
                row("'isolation':1", "isolation: expected bubblewrap or none, got 1"),
                row(
                        "'secret_env':{'hunter-2':'c'}",
                        "secret_env: expected names of 1 to 256 characters of A-Z a-z 0-9 _, not beginning with a digit, got another"),
                row(
                        "'secret_env':{'TOKEN':''}",
                        "secret_env.TOKEN: expected a text of 1 to 32768 characters without NUL, got 0 characters"),
                row(
                        "'secret_env':{'TOKEN':5}",
                        "secret_env.TOKEN: expected a text of 1 to 32768 characters without NUL, got a value that is not text"),
                row(
                        "'env':{'TOKEN':'a'},'secret_env':{'TOKEN':'hunter2'}",
                        "secret_env.TOKEN: is in env too"),
                row("'priorty':1", "priorty: unknown key; did you mean 'priority'?"),
                row("'priority':1001", "priority: expected -1000 to 1000, got 1001"),
                row("'priority':'high'", "priority: expected -1000 to 1000, got 'high'"),
                row(
                        "'max_runtime_seconds':0",
                        "max_runtime_seconds: expected 0.001 to 2592000, got 0"),
                row("'delay_seconds':-1", "delay_seconds: expected 0 to 31622400, got -1"),
                row(
                        "'not_before':'soon'",
                        "not_before: expected a time such as 2026-01-04T08:00:20Z, got 'soon'"),
                row(
                        "'not_before':'2026-01-04T08:00:20Z','delay_seconds':1",
                        "delay_seconds: expected either this or not_before, got both"),
                row(
                        "'gate':{'key':'a b','limit':1}",
                        "gate.key: expected 1 to 200 plain characters without spaces, got 'a b'"),
                row("'gate':{'key':'a'}", "gate.limit: expected 1 to 100000, got none"),
                row(
                        "'requirement':{'tags':'linux'}",
                        "requirement.tags: expected an array of 0 to 32, got 'linux'"),
                row(
                        "'requirement':{'tags':['ä']}",
                        "requirement: expected 1 to 128 characters of A-Z a-z 0-9 ._:@/=+-, got 'ä'"),
                row(
                        "'needs':['nobody']",
                        "needs: expected the name of a job in this run, got 'nobody'"),
                row(
                        "'function':{'name':'py#f'}",
                        "function: expected either a function, or steps and an image, got both"),
                row(
                        "'env':{'A=B':'c'}",
                        "env: expected names of 1 to 256 characters of A-Z a-z 0-9 _, not beginning with a digit, got 'A=B'"),
                row(
                        "'env':{'TOKEN':'hunter2\\u0000'}",
                        "env.TOKEN: expected a text of 0 to 32768 characters without NUL, got 8 characters"),
                row(
                        "'env':{'N':1}",
                        "env.N: expected a text of 0 to 32768 characters without NUL, got a value that is not text"),
                row(
                        "'artifacts':[{'type':'junit'}]",
                        "artifacts[0].path_glob: expected 1 to 4096 plain characters, got none"),
                row("'artifacts':['x']", "artifacts[0]: expected an object, got 'x'"),
                row(
                        "'caches':[{'type':'deps','key':'k'}]",
                        "caches[0].paths: expected an array of paths, got none"),
                row(
                        "'image':'a b'",
                        "image: expected 1 to 512 plain characters without spaces, got 'a b'"),
                row(
                        "'workdir':'a\\nb'",
                        "workdir: expected 1 to 4096 plain characters, got 'a\uFFFDb'"));
    }

    @ParameterizedTest
    @MethodSource("badJobs")
    void a_job_is_told_what_is_wrong_with_it_and_where(String fields, String problem) {
        ProtocolException refused =
                refused("{'jobs':[{'name':'j','steps':['make']," + fields + "}]}");

        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_SUBMISSION);
        assertThat(refused.problems()).containsExactly("jobs[0]." + problem);
        assertThat(refused.getMessage()).doesNotContain("hunter2");
    }

    static Stream<Arguments> badRuns() {
        String big = "x".repeat(60_000);
        return Stream.of(
                row("{}", "jobs: expected 1 to 10000 jobs, got none"),
                row("[]", "expected an object, got an array"),
                row("{'jobs':[]}", "jobs: expected an array of 1 to 10000, got 0 of them"),
                row("{'jobs':{}}", "jobs: expected an array of 1 to 10000, got an object"),
                row("{'jobs':[7]}", "jobs[0]: expected an object, got 7"),
                row(
                        "{'jobs':[{'name':'a'}]}",
                        "jobs[0]: expected steps, an image or a function, got none of them"),
                row(
                        "{'jobs':[{'steps':['a']}]}",
                        "jobs[0].name: expected 1 to 200 plain characters, got none"),
                row(
                        "{'jobs':[{'name':' a','steps':['a']}]}",
                        "jobs[0].name: expected 1 to 200 plain characters, got ' a'"),
                row(
                        "{'jobs':[{'name':'a','steps':[]}]}",
                        "jobs[0].steps: expected an array of 1 to 1000, got 0 of them"),
                row(
                        "{'jobs':[{'name':'a','steps':['']}]}",
                        "jobs[0].steps[0]: expected a text of 1 to 65536 characters without NUL, got 0 characters"),
                row(
                        "{'jobs':[{'name':'a','steps':['a'],'deadline':'soon'}]}",
                        "jobs[0].deadline: expected a time such as 2026-01-04T08:00:20Z, got 'soon'"),
                row(
                        "{'jobs':[{'name':'a','steps':['a'],'not_before':'2026-01-04T08:00:20Z','deadline':'2026-01-04T08:00:20Z'}]}",
                        "jobs[0].deadline: expected a time after not_before, got 2026-01-04T08:00:20Z"),
                row(
                        "{'jobs':[{'name':'a','steps':['a'],'unique_key':''}]}",
                        "jobs[0].unique_key: expected 1 to 200 plain characters, got ''"),
                row(
                        "{'jobs':[{'name':'a','steps':['a'],'unique_key':'k'},{'name':'b','steps':['a'],'unique_key':'k'}]}",
                        "jobs[1].unique_key: expected each key once in a run, got 'k' again"),
                row(
                        "{'jobs':[{'name':'a','steps':['a'],'unique_key':'k'},{'name':'b','steps':['a'],'needs':['a']}]}",
                        "jobs[0].unique_key: expected a job that no other job needs"),
                row(
                        "{'jobs':[{'name':'a','steps':['a'],'result_ttl_seconds':-1}]}",
                        "jobs[0].result_ttl_seconds: expected 0 to 31622400, got -1"),
                row(
                        "{'jobs':[{'name':'a','function':{}}]}",
                        "jobs[0].function.name: expected handler or executor#handler, got none"),
                row(
                        "{'jobs':[{'name':'a','function':{'name':'#x'}}]}",
                        "jobs[0].function.name: expected handler or executor#handler, got '#x'"),
                row(
                        "{'jobs':[{'name':'a','function':{'name':'x#y#z'}}]}",
                        "jobs[0].function.name: expected handler or executor#handler, got 'x#y#z'"),
                row(
                        "{'jobs':[{'name':'a','function':{'name':'p y#x'}}]}",
                        "jobs[0].function.name: expected handler or executor#handler, got 'p y#x'"),
                row(
                        "{'jobs':[{'name':'a','function':{'name':'f','queue':'mail'}}]}",
                        "jobs[0].function.name: expected executor#f, as there is no default executor and no route for the queue 'mail', got 'f'"),
                row(
                        "{'jobs':[{'name':'a','function':{'name':'py#f','args':{}}}]}",
                        "jobs[0].function.args: expected an array, got an object"),
                row(
                        "{'jobs':[{'name':'a','function':{'name':'py#f','args':[1e999]}}]}",
                        "jobs[0].function.args: expected finite numbers and Unicode text, got something else"),
                row(
                        "{'jobs':[{'name':'a','function':{'name':'py#f','kwargs':{'k':'\\ud800'}}}]}",
                        "jobs[0].function.kwargs: expected finite numbers and Unicode text, got something else"),
                row(
                        "{'jobs':[{'name':'a','image':'i'},{'name':'a','image':'i'}]}",
                        "jobs[1].name: expected a name of its own, got 'a', as has jobs[0]"),
                row(
                        "{'jobs':[{'name':'a','image':'i','needs':['a']}]}",
                        "jobs: expected needs without a circle, got one through 'a'"),
                row(
                        "{'jobs':[{'name':'a','image':'i','needs':['b']},{'name':'b','image':'i','needs':['a']},{'name':'c','image':'i'}]}",
                        "jobs: expected needs without a circle, got one through 'a', 'b'"),
                row(
                        "{'jobs':[{'name':'c','image':'i'},{'name':'a','image':'i','needs':['c','c']}]}",
                        "jobs[1].needs: expected each name once, got 'c'"),
                row(
                        "{'jobs':[{'name':'a','steps':['%1$s','%1$s','%1$s','%1$s','%1$s']}]}"
                                .formatted(big),
                        "jobs[0]: expected a job_spec of at most 262144 characters, got 300037"),
                row(
                        "{'labels':{'a b':'c'},'jobs':[{'name':'a','image':'i'}]}",
                        "labels: expected names of 1 to 128 plain characters without spaces, got 'a b'"));
    }

    @ParameterizedTest
    @MethodSource("badRuns")
    void a_run_is_told_what_is_wrong_with_it_and_where(String json, String problem) {
        assertThat(refused(json).problems()).containsExactly(problem);
    }

    @Test
    void all_problems_are_told_at_once() {
        assertThat(
                        refused(
                                        "{'nam':'x','jobs':[{'name':'a','image':5,'priority':9999},{'name':'b','retry':{'max_attempts':0}}]}")
                                .problems())
                .containsExactly(
                        "jobs[0].priority: expected -1000 to 1000, got 9999",
                        "jobs[0].image: expected 1 to 512 plain characters without spaces, got 5",
                        "jobs[1]: expected steps, an image or a function, got none of them",
                        "jobs[1].retry.max_attempts: expected 1 to 1000, got 0",
                        "nam: unknown key; did you mean 'name'?");
    }

    @Test
    void of_very_many_problems_the_first_hundred_are_told() {
        String jobs = IntStream.range(0, 500).mapToObj(_ -> "7").collect(Collectors.joining(","));

        assertThat(refused("{'jobs':[" + jobs + "]}").problems())
                .hasSize(101)
                .last()
                .isEqualTo("and 400 more");
    }

    @Test
    void what_is_not_one_json_value_with_each_key_once_is_malformed() {
        for (String json :
                new String[] {"{", "{'jobs':[]}{}", "{'jobs':[],'jobs':[]}", "{'a':NaN}"}) {
            assertThat(refused(json).code()).as(json).isEqualTo(ErrorCode.MALFORMED_JSON);
        }
    }

    @Test
    void a_long_chain_of_needs_is_no_circle() {
        String jobs =
                IntStream.range(0, 10_000)
                        .mapToObj(
                                i ->
                                        "{'name':'%d','image':'i','needs':[%s]}"
                                                .formatted(
                                                        i, i == 9_999 ? "" : "'" + (i + 1) + "'"))
                        .collect(Collectors.joining(","));

        assertThat(READER.read(bytes("{'jobs':[" + jobs + "]}"), TraceContext.NONE).jobs())
                .hasSize(10_000);
    }

    private static Arguments row(String json, String problem) {
        return Arguments.of(json, problem);
    }

    private static ProtocolException refused(String json) {
        return catchThrowableOfType(
                ProtocolException.class, () -> READER.read(bytes(json), TraceContext.NONE));
    }

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
