package dev.baton.core;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// What a runner said about the end of its work. Evidence: the rules decide what becomes of the job.
///
/// @param retryAfter the delay that the work asked for, if it did; bounded by the retry policy
/// @param document everything else that was reported, as JSON, opaque to the rules
public record Report(
        Ending ending,
        @Nullable Integer exitCode,
        String summary,
        @Nullable Duration retryAfter,
        String document) {

    public static Report of(Ending ending) {
        return new Report(ending, null, "", null, "{}");
    }
}
