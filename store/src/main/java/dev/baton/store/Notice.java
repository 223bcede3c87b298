package dev.baton.store;

import dev.baton.core.JobId;

import java.util.List;
import java.util.Map;

/// What one orchestrator tells the others when it has committed.
///
/// @param ready how many jobs of each queue are ready and were taken by nobody
/// @param jobs those whose runner or watchers should look
public record Notice(Map<Integer, Integer> ready, List<JobId> jobs) {}
