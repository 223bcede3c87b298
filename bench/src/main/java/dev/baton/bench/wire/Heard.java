package dev.baton.bench.wire;

import org.jspecify.annotations.Nullable;

/// A message of the orchestrator, as far as a load generator cares.
///
/// @param accepted of a CompleteAck
/// @param complaint what a message that is none of the usual says is wrong
public record Heard(
        String type,
        @Nullable String leaseId,
        @Nullable String jobId,
        boolean accepted,
        @Nullable String complaint) {}
