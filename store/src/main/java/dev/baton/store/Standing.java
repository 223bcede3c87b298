package dev.baton.store;

import dev.baton.core.JobState;
import dev.baton.core.Status;

/// The state of a job in one word, as the column `standing` has it: the ordinal is what is stored.
enum Standing {
    BLOCKED,
    DELAYED,
    GATED,
    READY,
    LEASED,
    RUNNING,
    CANCELING,
    SUCCEEDED,
    FAILED,
    CANCELED;

    static Standing of(JobState state) {
        return switch (state) {
            case JobState.Blocked _ -> BLOCKED;
            case JobState.Delayed _ -> DELAYED;
            case JobState.Gated _ -> GATED;
            case JobState.Ready _ -> READY;
            case JobState.Leased _ -> LEASED;
            case JobState.Running _ -> RUNNING;
            case JobState.Canceling _ -> CANCELING;
            case JobState.Finished done ->
                    switch (done.outcome().status()) {
                        case SUCCEEDED -> SUCCEEDED;
                        case FAILED -> FAILED;
                        case CANCELED -> CANCELED;
                    };
        };
    }

    /// Whether jobs that stand so have an order among them.
    boolean isInLine() {
        return this == READY || this == GATED;
    }

    Status status() {
        return switch (this) {
            case BLOCKED, DELAYED, GATED, READY -> Status.QUEUED;
            case LEASED -> Status.LEASED;
            case RUNNING -> Status.RUNNING;
            case CANCELING -> Status.CANCELING;
            case SUCCEEDED -> Status.SUCCEEDED;
            case FAILED -> Status.FAILED;
            case CANCELED -> Status.CANCELED;
        };
    }
}
