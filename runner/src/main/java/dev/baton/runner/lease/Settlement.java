package dev.baton.runner.lease;

import dev.baton.core.FinalStatus;

import org.jspecify.annotations.Nullable;

/// How a lease was over for this runner.
public sealed interface Settlement {
    /// The last message was accepted.
    ///
    /// @param status what became of the job, as far as that was said
    record Accepted(@Nullable FinalStatus status) implements Settlement {}

    /// The lease ended without the runner.
    record Lost(String reason) implements Settlement {}
}
