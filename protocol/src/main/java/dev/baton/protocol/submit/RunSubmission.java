package dev.baton.protocol.submit;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/// Jobs that are submitted together. Their needs name each other and go in no circle.
///
/// @param labels what people want to find the run by
public record RunSubmission(
        @Nullable String name, Map<String, String> labels, List<JobSubmission> jobs) {
    public RunSubmission {
        labels = Map.copyOf(labels);
        jobs = List.copyOf(jobs);
    }
}
