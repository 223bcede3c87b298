package dev.baton.core;

/// How one try at a job ended. A [RetryPolicy] says which of them are tried again.
public enum Ending {
    SUCCEEDED,
    /// The work ran and failed.
    ERROR,
    /// The work asked to be tried again.
    RETRY,
    /// The work took longer than it may.
    TIMED_OUT,
    /// The runner was not heard of within the lease's TTL.
    LOST,
    /// The runner gave the job back before its end.
    RELEASED,
    /// Nobody confirmed the lease.
    UNACKNOWLEDGED,
    /// The work can never succeed as it is: no such handler, too large, not decodable. Never retried.
    FATAL,
    CANCELED
}
