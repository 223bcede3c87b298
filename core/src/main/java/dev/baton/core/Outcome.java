package dev.baton.core;

import org.jspecify.annotations.Nullable;

/// The end of a job: decided once, never changed.
///
/// @param why one sentence for the person who asks
/// @param report what the last runner said, if one did
public record Outcome(FinalStatus status, Cause cause, String why, @Nullable Report report) {}
