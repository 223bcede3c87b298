package dev.baton.simulation;

import dev.baton.core.JobId;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// What came of a seed.
///
/// @param violation what was not kept, if something was not
/// @param story what happened, if it was to be told
public record Played(@Nullable Violation violation, List<Line> story, Figures figures) {
    /// A line of the story.
    ///
    /// @param job the job that it is about, if it is about one
    public record Line(@Nullable JobId job, String text) {}

    /// The lines that are about a job, or about none.
    public List<String> storyOf(JobId job) {
        return story.stream()
                .filter(line -> line.job() == null || line.job().equals(job))
                .map(Line::text)
                .toList();
    }
}
