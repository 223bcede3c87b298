package dev.baton.store;

import dev.baton.core.Event;
import dev.baton.core.Job;
import dev.baton.core.RunId;
import dev.baton.protocol.submit.FunctionAddress;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// What a commit did to one job.
///
/// @param lastSeq the number of the job's newest audit line
/// @param function what the job calls, if it calls a function
public record Change(
        RunId run, Job job, List<Event> events, int lastSeq, @Nullable FunctionAddress function) {}
