package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.RunId;
import dev.baton.protocol.submit.JobExtras;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// The part of a job that never changes.
///
/// @param requirement the number of the queue that it waits in: jobs that ask for the same share one
/// @param spec what a runner is told, or null if it is to be read from the store
/// @param hasDependents whether other jobs wait for its end
/// @param unreadable why what was asked for cannot be read, if so; the plan is then one that keeps its place and its gate
record FixedJob(
        JobId id,
        RunId run,
        String name,
        String kind,
        int requirement,
        JobPlan plan,
        @Nullable String spec,
        boolean hasDependents,
        @Nullable JobId retryOf,
        Instant created,
        @Nullable String unreadable,
        JobExtras extras) {
    /// The same, with its spec left in the store.
    FixedJob withoutSpec() {
        return new FixedJob(
                id,
                run,
                name,
                kind,
                requirement,
                plan,
                null,
                hasDependents,
                retryOf,
                created,
                unreadable,
                extras);
    }
}
