package dev.baton.protocol;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// What a runner shows for the end of its work.
///
/// @param summary one paragraph for people
/// @param result what a function returned, as JSON
public record Evidence(
        @Nullable Timings timings,
        List<Artifact> artifacts,
        @Nullable String summary,
        @Nullable String result) {
    public static final Evidence NONE = new Evidence(null, List.of(), null, null);

    public Evidence {
        artifacts = List.copyOf(artifacts);
    }

    public static Evidence of(String summary) {
        return new Evidence(null, List.of(), summary, null);
    }
}
