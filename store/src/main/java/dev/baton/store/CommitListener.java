package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.Refusal;

import java.time.Duration;
import java.util.List;

/// Told what was committed, on a thread of the engine: it must not block. Two lanes may tell of one job in either order.
public interface CommitListener {
    /// One transaction of this orchestrator.
    ///
    /// @param commands how many commands shared the commit
    /// @param took from the first statement to the end of the commit
    void committed(List<Change> changes, int commands, Duration took);

    /// A command that changed nothing.
    void refused(Refusal reason);

    /// Another orchestrator changed these jobs: whoever watches them should look.
    void changedElsewhere(List<JobId> jobs);

    /// What other orchestrators said may have been lost: everything that is watched or waited for should be looked at.
    default void changesMissed() {}
}
