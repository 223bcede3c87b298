package dev.baton.protocol;

import org.jspecify.annotations.Nullable;

/// How far a runner says it has got. Shown to people, never decided upon, and never a reason to refuse a heartbeat.
///
/// @param percent 0 to 100
/// @param stepIndex the step under way, counted from 0
public record Progress(
        @Nullable Double percent,
        @Nullable String currentStep,
        @Nullable Integer stepIndex,
        @Nullable String message) {}
