package dev.baton.store;

import dev.baton.core.Command;
import dev.baton.core.JobId;

import org.jspecify.annotations.Nullable;

/// A command and the job it is for.
///
/// @param progress what a heartbeat reported, as JSON, for readers; the rules do not look at it
public record Addressed(JobId job, Command command, @Nullable String progress) {
    public static Addressed of(JobId job, Command command) {
        return new Addressed(job, command, null);
    }
}
