package dev.baton.simulation;

import dev.baton.core.JobId;

import org.jspecify.annotations.Nullable;

/// Something that must never be.
///
/// @param at when, by the virtual clock
/// @param promise what was promised
/// @param job the job that it is about, if it is about one
/// @param detail what was found instead
public record Violation(long seed, String at, String promise, @Nullable JobId job, String detail) {
    @Override
    public String toString() {
        return "seed %d at %s: not kept: %s%s: %s"
                .formatted(seed, at, promise, job == null ? "" : " (" + job + ")", detail);
    }
}
