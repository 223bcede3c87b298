package dev.baton.runner.job;

import dev.baton.core.RunnerId;
import dev.baton.runner.journal.Journal;
import dev.baton.runner.lease.LeaseKeeper;
import dev.baton.runner.link.Calls;
import dev.baton.sandbox.Sandbox;
import dev.baton.workspace.ContentCache;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.LongSupplier;

/// What all executions of a runner share.
public record Workshop(
        RunnerId runner, Terms terms, Clocks clocks, Calls calls, LeaseKeeper keeper, Place place) {

    /// What the operator allows.
    ///
    /// @param killGrace between the request to end and the end by force
    /// @param logBytes how much of a job's output is kept
    public record Terms(Duration killGrace, long logBytes) {}

    /// The two clocks of a runner.
    ///
    /// @param nanos the monotonic clock, for everything that is measured
    public record Clocks(InstantSource wall, LongSupplier nanos) {}

    /// The machine, as far as jobs are concerned.
    ///
    /// @param work where the directories of jobs are
    /// @param contents files that jobs had before, so that they are not fetched again
    /// @param environment the runner's own, of which steps inherit a little
    public record Place(
            Journal journal,
            Path work,
            Sandbox sandbox,
            ContentCache contents,
            Shell shell,
            Map<String, String> environment) {}
}
