package dev.baton.runner.spec;

import dev.baton.sandbox.Isolation;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a job of steps asks for.
///
/// @param workdir relative to the workspace
/// @param secretEnv never shown: not in a log, not in an error
/// @param isolation how far the steps have to be kept away from the machine
public record StepsSpec(
        String name,
        String workdir,
        List<String> steps,
        Map<String, String> env,
        Map<String, String> secretEnv,
        Files files,
        Isolation isolation) {

    /// The files that come and go with the job.
    public record Files(
            Optional<Source> source, List<ArtifactSpec> artifacts, List<CacheSpec> caches) {}

    /// What is in the workspace when the first step starts.
    public sealed interface Source {
        /// A tree of files that the orchestrator has.
        ///
        /// @param digest `sha256:` and 64 hex digits
        record TreeSource(String digest) implements Source {}

        /// A commit of a Git repository.
        ///
        /// @param commit a commit or a ref
        record GitSource(String url, String commit) implements Source {}
    }

    /// Files to keep.
    ///
    /// @param name what to keep it as; empty for the path of the file
    public record ArtifactSpec(String type, String pathGlob, String name) {}

    public record CacheSpec(String type, String key, List<String> paths) {}

    /// Whether they run in a box with a home of its own.
    public boolean isIsolated() {
        return isolation != Isolation.PROCESS;
    }

    /// The steps and the environment may hold what must not be printed.
    @Override
    public String toString() {
        return "StepsSpec[%d steps]".formatted(steps.size());
    }
}
