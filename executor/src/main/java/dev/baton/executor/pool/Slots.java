package dev.baton.executor.pool;

/// How many calls an executor can take.
///
/// @param free now
/// @param total by the processes that are ready; 0 while none is
public record Slots(int free, int total) {}
