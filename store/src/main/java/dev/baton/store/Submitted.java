package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.RunId;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// What came of a [NewRun].
public sealed interface Submitted {
    /// The run exists.
    ///
    /// @param repeated whether an earlier request with the same key had created it
    record Created(RunId run, List<JobId> jobs, boolean repeated) implements Submitted {}

    /// Some of the jobs have a unique key that another job had: it stands for them.
    ///
    /// @param run the run of those that were created, if any were
    /// @param repeated whether an earlier request with the same key had created it
    record Merged(@Nullable RunId run, List<Placed> jobs, boolean repeated) implements Submitted {}

    /// What stands for a job that was submitted.
    ///
    /// @param existing whether it is a job that was there before
    record Placed(JobId id, String name, boolean existing) {}

    /// The key was used before, for something else.
    record KeyReused(RunId run) implements Submitted {}
}
