package dev.baton.protocol;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// When the work ran, by the runner's clock. Recorded, never compared.
public record Timings(@Nullable Instant startedAt, @Nullable Instant finishedAt) {}
