package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.RunId;

import java.util.List;

/// What came of a [NewRun].
public sealed interface Submitted {
    /// The run exists.
    ///
    /// @param repeated whether an earlier request with the same key had created it
    record Created(RunId run, List<JobId> jobs, boolean repeated) implements Submitted {}

    /// The key was used before, for something else.
    record KeyReused(RunId run) implements Submitted {}
}
