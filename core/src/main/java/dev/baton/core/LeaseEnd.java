package dev.baton.core;

/// How a lease came to its end.
public enum LeaseEnd {
    /// The runner reported a result and it was accepted.
    COMPLETED,
    /// The job was canceled, with or without the runner's confirmation.
    CANCELED,
    /// The runner gave the job back.
    RELEASED,
    /// No heartbeat came within the TTL.
    EXPIRED,
    /// The orchestrator took the lease back: not acknowledged in time, over its time limit, or disowned by its runner.
    REVOKED
}
