package dev.baton.blobs.files;

import dev.baton.blobs.BlobLimits;
import dev.baton.blobs.BlobStore;
import dev.baton.blobs.BlobStoreContract;

import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// A store that need not outlive its machine keeps every other promise.
class CarelessBlobStoreTest extends BlobStoreContract {
    @TempDir Path directory;

    @Override
    protected BlobStore open(BlobLimits limits) {
        return FileBlobStore.open(directory.resolve("blobs"), limits, Disk.CARELESS);
    }
}
