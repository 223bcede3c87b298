package dev.baton.runner.files;

import dev.baton.core.Sha256;
import dev.baton.protocol.Artifact;
import dev.baton.runner.spec.StepsSpec;
import dev.baton.workspace.ContentCache;
import dev.baton.workspace.ContentSource;
import dev.baton.workspace.Tree;
import dev.baton.workspace.TreeCodec;
import dev.baton.workspace.TreeUnpack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// The files of one job, and the way that they take.
///
/// What goes wrong with the workspace or with an artifact is the caller's to know, as an [IOException] or a
/// [dev.baton.workspace.WorkspaceException]. What goes wrong with a cache is only said: work must not depend on one.
public final class JobFiles {
    private final Path workspace;
    private final ContentCache cache;
    private final RemoteContents contents;
    private final Caches caches;
    private final ArtifactUpload artifacts;

    /// @param home what `~` means
    /// @param scratch a directory that the job cannot write to
    /// @param says the runner's own words in the job's log
    public JobFiles(
            Path workspace,
            Path home,
            Path scratch,
            ContentCache cache,
            LeaseCalls calls,
            Consumer<String> says) {
        this.workspace = workspace;
        this.cache = cache;
        contents = new RemoteContents(calls, scratch);
        caches = new Caches(workspace, home, this, calls, contents, says);
        artifacts = new ArtifactUpload(workspace, calls, says);
    }

    /// Fills the workspace with a tree.
    public void unpack(String digest) throws IOException {
        unpack(Sha256.parseNamed(digest), workspace);
    }

    private void unpack(Sha256 digest, Path directory) throws IOException {
        Tree tree = tree(digest);
        TreeUnpack.into(directory, tree, source(tree));
    }

    Tree tree(Sha256 digest) throws IOException {
        return TreeCodec.read(cache.fetching(contents).read(digest, TreeCodec.MOST_BYTES));
    }

    /// A source that has every content of a tree at hand: they are fetched together, not one by one.
    ContentSource source(Tree tree) throws IOException {
        List<Sha256> missing = cache.missing(tree.contents());
        if (!missing.isEmpty()) {
            contents.bring(missing, cache);
        }
        return cache.fetching(contents);
    }

    /// Brings back what earlier jobs left.
    public void restore(List<StepsSpec.CacheSpec> specs) throws IOException {
        for (StepsSpec.CacheSpec spec : specs) {
            caches.restore(spec);
        }
    }

    /// Keeps, for later jobs, what was not there before.
    public void save() throws IOException {
        caches.save();
    }

    /// Keeps what the steps made.
    ///
    /// @return where it is, to be put into the completion
    public List<Artifact> upload(List<StepsSpec.ArtifactSpec> specs) throws IOException {
        return artifacts.upload(specs);
    }

    /// What test reports among the artifacts add up to; empty without any.
    public String tests() {
        return artifacts.tests();
    }
}
