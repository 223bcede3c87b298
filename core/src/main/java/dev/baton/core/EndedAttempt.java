package dev.baton.core;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// A try at a job that is over and did not end the job: what is worth keeping of it beside its lease.
///
/// @param startedAt when it was acknowledged, if it was
/// @param report what its runner said, if it did
/// @param why one sentence for the person who asks
public record EndedAttempt(
        int attempt,
        int epoch,
        Instant grantedAt,
        @Nullable Instant startedAt,
        Ending ending,
        @Nullable Report report,
        String why) {}
