package dev.baton.simulation;

import dev.baton.core.LeaseTerms;
import dev.baton.executor.pool.ExecutorConfig;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.runner.spec.CallSpec;
import dev.baton.store.CommitFate;
import dev.baton.store.Engine;
import dev.baton.store.NewRun;
import dev.baton.store.Rules;

import java.time.Duration;

/// The parts that a simulation puts together. Those of [#REAL] are what runs in production; a test breaks one of them, to see
/// whether the simulation finds out.
public interface Parts {
    Parts REAL = new Parts() {};

    default Rules rules(LeaseTerms terms) {
        return Rules.of(terms);
    }

    /// The engine as the server sees it.
    default Engine engine(Engine real) {
        return real;
    }

    /// What is submitted for what a client asked for.
    default NewRun asked(NewRun run) {
        return run;
    }

    /// What becomes of a commit, given what the simulation has in store for it.
    default CommitFate fate(CommitFate planned) {
        return planned;
    }

    /// Whether runners stop the work of a lease that they may have lost, and have somebody who kills it if they cannot.
    default boolean isFenced() {
        return true;
    }

    /// Whether somebody kills executors whose runner cannot see to it that a call ends with its lease.
    default boolean fencesCalls() {
        return true;
    }

    /// Whether that goes on when the runner has lost the lease, until the handler has stopped.
    default boolean fencesLostCalls() {
        return true;
    }

    /// Whether runners look at the lease once more before they send a call.
    default boolean looksBeforeCalls() {
        return true;
    }

    /// What a runner sees of what it is to call.
    default CallSpec seen(CallSpec spec) {
        return spec;
    }

    /// What a runner says at the end of a call.
    default ForLease said(ForLease last) {
        return last;
    }

    /// How the pool of an executor is set up.
    default ExecutorConfig set(ExecutorConfig config) {
        return config;
    }

    /// Whether orchestrators notice that another one changed a job that they remember.
    default boolean checksVersions() {
        return true;
    }

    /// How long the transaction of an orchestrator that is frozen keeps its locks.
    default Duration longestLock() {
        return Duration.ofSeconds(5);
    }

    /// Whether orchestrators look for what they were not told.
    default boolean makesUpForNotices() {
        return true;
    }

    /// Whether runners wait for the answer to AckLease before they work.
    default boolean waitsForAck() {
        return true;
    }
}
