package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.RunId;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// The part of a job that never changes.
///
/// @param plan what was asked for, or [Plans#INSTEAD] if that cannot be read any more
/// @param requirement the number of the queue that it waits in: jobs that ask for the same share one
/// @param hasDependents whether other jobs wait for its end
record FixedJob(
        JobId id,
        RunId run,
        String name,
        String kind,
        int requirement,
        JobPlan plan,
        String spec,
        boolean hasDependents,
        @Nullable JobId retryOf,
        Instant created) {

    /// Whether the store no longer says what is to be done.
    @SuppressWarnings("ReferenceEquality") // a job may well have asked for the same
    boolean isUnreadable() {
        return plan == Plans.INSTEAD;
    }
}
