package dev.baton.core;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;

/// Jobs in each of their states, brought there by the rules themselves, and plans to make others of.
final class Jobs {
    static final Instant START = Instant.parse("2026-01-04T08:00:00Z");
    static final LeaseTerms TERMS = LeaseTerms.DEFAULTS;
    static final JobRules RULES = new JobRules(TERMS);

    static final LeaseHolder ALICE = new LeaseHolder(new RunnerId("alice"), "token-1");
    static final LeaseHolder BOB = new LeaseHolder(new RunnerId("bob"), "token-2");

    /// The process of each runner that holds its leases.
    static final InstanceId PROCESS = new InstanceId("process-1");

    static final InstanceId OTHER_PROCESS = new InstanceId("process-2");

    static final JobId ID = new JobId(1);
    static final JobId NEED = new JobId(7);
    static final GateKey GATE = new GateKey("org:acme");

    private Jobs() {}

    static JobPlan plan(RetryPolicy retry) {
        return plan(retry, null, null);
    }

    static JobPlan plan(RetryPolicy retry, @Nullable GateKey gate, @Nullable Instant notBefore) {
        return new JobPlan(0, Requirement.NONE, gate, retry, Duration.ofHours(1), notBefore);
    }

    /// Three attempts, whatever ends them, at once; a different bound for each kind of bad luck.
    static RetryPolicy patient() {
        return new RetryPolicy(
                3,
                EnumSet.of(
                        Ending.ERROR, Ending.RETRY, Ending.TIMED_OUT, Ending.LOST, Ending.RELEASED),
                Backoff.NONE,
                Duration.ofMinutes(10),
                new RetryPolicy.Tolerance(1, 2, 3));
    }

    static TestJob submitted(JobPlan plan, int needs) {
        return new TestJob(RULES.submit(ID, plan, needs, "user:ada", START).next(), START);
    }

    static TestJob submitted(JobPlan plan) {
        return submitted(plan, 0);
    }

    static TestJob blocked(int needs) {
        return submitted(plan(RetryPolicy.STEPS), needs);
    }

    static TestJob delayed(Duration delay) {
        return submitted(plan(RetryPolicy.STEPS, null, START.plus(delay)));
    }

    static TestJob gated() {
        return submitted(plan(RetryPolicy.STEPS, GATE, null));
    }

    static TestJob ready() {
        return ready(RetryPolicy.STEPS);
    }

    static TestJob ready(RetryPolicy retry) {
        return submitted(plan(retry));
    }

    static TestJob leased() {
        return leased(RetryPolicy.STEPS);
    }

    static TestJob leased(RetryPolicy retry) {
        return ready(retry).claimed();
    }

    static TestJob running() {
        return running(RetryPolicy.STEPS);
    }

    static TestJob running(RetryPolicy retry) {
        return leased(retry).acknowledged();
    }

    static TestJob canceling() {
        var job = running();
        job.accepts(cancel());
        return job;
    }

    static TestJob succeeded() {
        var job = running();
        job.accepts(job.lease().complete(Ending.SUCCEEDED));
        return job;
    }

    static Command.Cancel cancel() {
        return new Command.Cancel("user:ada", "not needed any more");
    }

    static Command.Claim claim(LeaseHolder holder, long secret) {
        return new Command.Claim(holder, PROCESS, digest(secret));
    }

    static LeaseHolder runner(int number) {
        return new LeaseHolder(new RunnerId("runner-" + number), "token");
    }

    static LeaseDigest digest(long secret) {
        return new LeaseDigest(secret, 2, 3, 4);
    }

    static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
