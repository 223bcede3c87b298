package dev.baton.protocol;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// What a runner shows for the end of its work.
///
/// @param summary one paragraph for people
/// @param result what a function returned, as JSON
/// @param error what a function said of its failure, as a JSON object: `message`, `type`, `code`, `details`
public record Evidence(
        @Nullable Timings timings,
        List<Artifact> artifacts,
        @Nullable String summary,
        @Nullable String result,
        @Nullable String error) {
    public static final Evidence NONE = new Evidence(null, List.of(), null, null);

    public Evidence {
        artifacts = List.copyOf(artifacts);
    }

    /// Without an error.
    public Evidence(
            @Nullable Timings timings,
            List<Artifact> artifacts,
            @Nullable String summary,
            @Nullable String result) {
        this(timings, artifacts, summary, result, null);
    }

    /// Whether there is nothing in it that could be refused.
    public boolean isPlain() {
        return artifacts.isEmpty() && result == null && error == null;
    }

    public static Evidence of(String summary) {
        return new Evidence(null, List.of(), summary, null);
    }
}
