package dev.baton.server.runner;

import dev.baton.core.JobId;
import dev.baton.core.LeaseHolder;
import dev.baton.protocol.LeaseId;

/// Takes note of the leases that runners show, for the store has no more of a lease id than its digest: a runner that is to stop
/// can only be told so by one who knows the id.
@FunctionalInterface
public interface ShownLeases {
    /// A runner was granted a lease, or showed one and it was accepted. Does not block.
    void shown(LeaseHolder holder, JobId job, LeaseId lease);
}
