package dev.baton.blobs.files;

import dev.baton.blobs.Artifacts;
import dev.baton.blobs.BlobLimits;
import dev.baton.blobs.BlobStore;
import dev.baton.blobs.Caches;
import dev.baton.blobs.Contents;
import dev.baton.blobs.Logs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A blob store in a directory. Several may share it, in this process and in others.
public final class FileBlobStore implements BlobStore {
    private final Layout layout;
    private final Staging staging;
    private final FileLogs logs;
    private final Artifacts artifacts;
    private final Contents contents;
    private final Caches caches;

    private FileBlobStore(Layout layout, Staging staging, BlobLimits limits) {
        this.layout = layout;
        this.staging = staging;
        logs = new FileLogs(layout, staging, limits);
        artifacts = new FileArtifacts(layout, staging);
        contents = new FileContents(layout, staging);
        caches = new FileCaches(layout, staging);
    }

    /// Opens the store in a directory, which is made if there is none, and sweeps what processes that died left over.
    public static FileBlobStore open(Path root, BlobLimits limits) {
        return open(root, limits, Disk.DURABLE);
    }

    /// The same, as safe as it has to be.
    public static FileBlobStore open(Path root, BlobLimits limits, Disk disk) {
        return open(root, limits, disk, 0);
    }

    /// The same, with a part of the disk that is left to others.
    ///
    /// @param reserveBytes how much of it; less than 0 for what fits the size of the disk
    public static FileBlobStore open(Path root, BlobLimits limits, Disk disk, long reserveBytes) {
        try {
            // Locks are known by their path: the same directory must always have the same one.
            var layout = new Layout(Files.createDirectories(root).toRealPath());
            return new FileBlobStore(layout, Staging.open(layout, disk, reserveBytes), limits);
        } catch (IOException e) {
            throw Failure.of("open the blob store in " + root, e);
        }
    }

    @Override
    public Logs logs() {
        return logs;
    }

    @Override
    public Artifacts artifacts() {
        return artifacts;
    }

    @Override
    public Contents contents() {
        return contents;
    }

    @Override
    public Caches caches() {
        return caches;
    }

    @Override
    public boolean isShortOfSpace() {
        return staging.reserve().isUsedUp();
    }

    @Override
    public void deleteJob(long job) {
        logs.forget(job);
        try {
            staging.discard(layout.job(job));
        } catch (IOException e) {
            throw Failure.of("delete what job %d left".formatted(job), e);
        }
        logs.wakeTailsOf(job);
    }

    @Override
    public void close() {
        logs.close();
        try {
            staging.close();
        } catch (IOException e) {
            throw Failure.of("close the blob store in " + layout.root(), e);
        }
    }
}
