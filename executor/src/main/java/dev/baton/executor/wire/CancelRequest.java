package dev.baton.executor.wire;

import org.jspecify.annotations.Nullable;

/// Asks for the end of an execution. It has no answer of its own: the execution's outcome is the answer, if there is one.
///
/// @param requestId the execution to end; null for any of the job
/// @param hardKill for those who manage processes; an executor may ignore it
public record CancelRequest(String jobId, @Nullable String requestId, boolean hardKill)
        implements ExecutorMessage {}
