package dev.baton.core;

/// What users are told about where a job is.
public enum Status {
    QUEUED,
    LEASED,
    RUNNING,
    CANCELING,
    SUCCEEDED,
    FAILED,
    CANCELED;

    public boolean isFinal() {
        return this == SUCCEEDED || this == FAILED || this == CANCELED;
    }

    public static Status of(JobState state) {
        return switch (state) {
            case JobState.Queued _ -> QUEUED;
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
}
