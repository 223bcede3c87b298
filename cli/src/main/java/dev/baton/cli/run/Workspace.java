package dev.baton.cli.run;

import tools.jackson.databind.node.ObjectNode;

/// The files that a job finds in its working directory.
public sealed interface Workspace {
    /// An empty directory.
    record None() implements Workspace {}

    /// A directory that was uploaded.
    ///
    /// @param digest `sha256:<hex>` of its tree
    record Uploaded(String digest) implements Workspace {}

    /// A commit of a Git repository that the runner fetches.
    record Git(String url, String commit) implements Workspace {}

    /// Adds itself to a job.
    default void addTo(ObjectNode job) {
        switch (this) {
            case None _ -> {}
            case Uploaded(String digest) -> job.putObject("workspace").put("tree", digest);
            case Git(String url, String commit) ->
                    job.putObject("workspace")
                            .putObject("git")
                            .put("url", url)
                            .put("commit", commit);
        }
    }
}
