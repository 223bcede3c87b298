package dev.baton.core;

/// What became of a job in the end.
public enum FinalStatus {
    SUCCEEDED,
    FAILED,
    CANCELED
}
