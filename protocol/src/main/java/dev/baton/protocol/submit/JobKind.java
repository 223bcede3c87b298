package dev.baton.protocol.submit;

import dev.baton.core.RetryPolicy;

/// What kind of work a job is. It follows from what its spec has, and says what is tried again by default.
public enum JobKind {
    /// Commands, in a process or in an image.
    STEPS,
    /// An OCI image that runs by itself.
    IMAGE,
    /// A call to an executor.
    FUNCTION;

    public RetryPolicy defaultRetry() {
        return switch (this) {
            case STEPS -> RetryPolicy.STEPS;
            case IMAGE -> RetryPolicy.IMAGE;
            case FUNCTION -> RetryPolicy.FUNCTION;
        };
    }
}
