package dev.baton.core;

/// Why a command changed nothing.
public enum Refusal {
    /// No such lease, or it is somebody else's.
    UNKNOWN_LEASE(true),
    /// Its TTL passed without a heartbeat.
    LEASE_EXPIRED(true),
    /// The orchestrator took it back.
    LEASE_REVOKED(true),
    /// Its runner had given it back.
    LEASE_RELEASED(true),
    /// It ended with a result that was accepted.
    LEASE_COMPLETED(true),
    /// It ended by a cancel.
    LEASE_CANCELED(true),
    /// The lease is current, but nobody asked to cancel the job.
    CANCEL_NOT_REQUESTED(false),
    /// The job is over.
    ALREADY_FINISHED(false),
    /// The job is not waiting for this.
    NOT_WAITING(false),
    /// No deadline of the job has passed.
    NOTHING_DUE(false),
    /// The store cannot keep what the command brings.
    NOT_STORED(false);

    private final boolean stale;

    Refusal(boolean stale) {
        this.stale = stale;
    }

    /// Whether the runner that sent the message has no right to the job any more and must stop.
    public boolean isStale() {
        return stale;
    }

    static Refusal ofEnded(LeaseEnd end) {
        return switch (end) {
            case COMPLETED -> LEASE_COMPLETED;
            case CANCELED -> LEASE_CANCELED;
            case RELEASED -> LEASE_RELEASED;
            case EXPIRED -> LEASE_EXPIRED;
            case REVOKED -> LEASE_REVOKED;
        };
    }
}
