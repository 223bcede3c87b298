package dev.baton.core;

/// Why a job ended as it did.
public enum Cause {
    /// The runner's report was accepted as the end.
    REPORTED,
    /// The last attempt allowed ended without success.
    ATTEMPTS_EXHAUSTED,
    /// More runners than tolerated lost the job, gave it back or did not acknowledge it.
    QUARANTINED,
    /// A runner was lost, or never followed up, and the job tolerates none of it.
    RUNNER_LOST,
    /// The work ran past its limit and the grace after it.
    TIMED_OUT,
    /// A job that this one needs did not succeed.
    NEED_FAILED,
    /// Canceled before a runner had it.
    CANCELED_IN_QUEUE,
    /// Canceled, and the runner confirmed that the work stopped.
    CANCEL_CONFIRMED,
    /// Canceled by deadline: nobody confirmed that the work stopped.
    CANCEL_UNCONFIRMED,
    /// What is to be done could not be read.
    UNREADABLE,
    /// It was not over by its deadline.
    DEADLINE_PASSED
}
