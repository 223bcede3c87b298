package dev.baton.store;

import dev.baton.core.Ending;
import dev.baton.core.GateKey;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.Requirement;
import dev.baton.core.RetryPolicy;
import dev.baton.protocol.submit.FunctionAddress;
import dev.baton.protocol.submit.JobExtras;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// A job that is about to be submitted, said in the words that matter to a test.
final class Draft {
    private static final AtomicInteger KEYS = new AtomicInteger();

    private final String name;
    private List<String> tags = List.of();
    private int priority;
    private @Nullable GateKey gate;
    private int gateLimit = 1;
    private List<Integer> needs = List.of();
    private RetryPolicy retry = RetryPolicy.STEPS;
    private Duration maxRuntime = JobPlan.DEFAULT_MAX_RUNTIME;
    private @Nullable Instant notBefore;
    private @Nullable Instant deadline;
    private @Nullable JobId retryOf;
    private @Nullable FunctionAddress function;
    private @Nullable String uniqueKey;
    private @Nullable Duration resultTtl;
    private @Nullable String spec;

    private Draft(String name) {
        this.name = name;
    }

    static Draft job(String name) {
        return new Draft(name);
    }

    Draft requiring(String... wanted) {
        tags = List.of(wanted);
        return this;
    }

    Draft priority(int value) {
        priority = value;
        return this;
    }

    Draft gate(String key, int limit) {
        gate = new GateKey(key);
        gateLimit = limit;
        return this;
    }

    Draft needing(Integer... places) {
        needs = List.of(places);
        return this;
    }

    Draft retry(RetryPolicy policy) {
        retry = policy;
        return this;
    }

    /// Errors are tried again, after the delay that the work asks for.
    Draft retriedAfterErrors(int attempts) {
        retry =
                new RetryPolicy(
                        attempts,
                        Set.of(Ending.ERROR, Ending.RETRY, Ending.LOST, Ending.RELEASED),
                        RetryPolicy.STEPS.backoff(),
                        Duration.ofHours(1),
                        RetryPolicy.Tolerance.DEFAULTS);
        return this;
    }

    Draft maxRuntime(Duration limit) {
        maxRuntime = limit;
        return this;
    }

    Draft notBefore(Instant time) {
        notBefore = time;
        return this;
    }

    Draft deadline(Instant time) {
        deadline = time;
        return this;
    }

    Draft calling(String queue, String executor, String handler) {
        function = new FunctionAddress(queue, executor, handler);
        return this;
    }

    Draft unique(String key) {
        uniqueKey = key;
        return this;
    }

    Draft resultKept(Duration ttl) {
        resultTtl = ttl;
        return this;
    }

    Draft spec(String text) {
        spec = "{\"text\":\"" + text + "\"}";
        return this;
    }

    Draft retryOf(JobId job) {
        retryOf = job;
        return this;
    }

    NewRun.NewJob toJob() {
        var plan =
                new JobPlan(
                        priority,
                        Requirement.of(tags),
                        gate,
                        retry,
                        maxRuntime,
                        notBefore,
                        deadline);
        return new NewRun.NewJob(
                name,
                "steps",
                plan,
                gateLimit,
                needs,
                spec == null ? "{\"name\":\"" + name + "\"}" : spec,
                retryOf,
                new JobExtras(function, uniqueKey, resultTtl));
    }

    static NewRun run(Draft... jobs) {
        return run("key-" + KEYS.incrementAndGet(), "fingerprint", jobs);
    }

    static NewRun run(String key, String fingerprint, Draft... jobs) {
        return new NewRun(
                key,
                fingerprint,
                "tok_owner",
                "user:ann",
                "a run",
                Map.of("branch", "main", "team", "tools"),
                Arrays.stream(jobs).map(Draft::toJob).toList());
    }

    static NewRun runOf(String owner, Draft... jobs) {
        var run = run(jobs);
        return new NewRun(
                run.key(),
                run.fingerprint(),
                owner,
                run.by(),
                run.name(),
                run.labels(),
                run.jobs());
    }

    /// A run that no store takes: it has no name.
    static NewRun brokenRun(Draft... jobs) {
        var run = run(jobs);
        return new NewRun(
                run.key(),
                run.fingerprint(),
                run.owner(),
                run.by(),
                null,
                run.labels(),
                run.jobs());
    }

    /// So many jobs alike.
    static Draft[] many(int jobs, IntFunction<Draft> each) {
        return IntStream.range(0, jobs).mapToObj(each).toArray(Draft[]::new);
    }
}
