package dev.baton.store;

import dev.baton.core.JobState;

/// Which of three parts of the store a job's state is kept in.
enum Shelf {
    QUEUED,
    HELD,
    FINISHED;

    static Shelf of(JobState state) {
        return switch (state) {
            case JobState.Queued _ -> QUEUED;
            case JobState.Held _ -> HELD;
            case JobState.Finished _ -> FINISHED;
        };
    }
}
