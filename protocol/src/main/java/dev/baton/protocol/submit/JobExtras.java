package dev.baton.protocol.submit;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// What only some jobs have, and no rule asks for.
///
/// @param function what the job calls, if it calls a function
/// @param uniqueKey no other job has this key while this one is not over
/// @param resultTtl how long the result is kept once the job is over; without it for ever
public record JobExtras(
        @Nullable FunctionAddress function,
        @Nullable String uniqueKey,
        @Nullable Duration resultTtl) {
    public static final JobExtras NONE = new JobExtras(null, null, null);
}
