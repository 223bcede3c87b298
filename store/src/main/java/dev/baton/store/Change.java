package dev.baton.store;

import dev.baton.core.Event;
import dev.baton.core.Job;
import dev.baton.core.RunId;
import dev.baton.protocol.submit.FunctionAddress;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;

/// What a commit did to one job.
///
/// @param at when it was decided, by the store's clock
/// @param lastSeq the number of the job's newest audit line
/// @param function what the job calls, if it calls a function
public record Change(
        RunId run,
        Job job,
        Instant at,
        List<Event> events,
        int lastSeq,
        @Nullable FunctionAddress function) {}
