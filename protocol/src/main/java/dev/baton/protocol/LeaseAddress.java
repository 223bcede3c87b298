package dev.baton.protocol;

import dev.baton.core.JobId;
import dev.baton.core.LeaseRef;

/// Where a lease id points: the job it was granted for, and how the rules name the lease there.
public record LeaseAddress(JobId job, LeaseRef ref) {}
