package dev.baton.blobs;

/// What the parts of the contract stand on.
interface Fixture {
    BlobLimits LIMITS = new BlobLimits(1_000_000, 4);

    /// The store that was opened last.
    BlobStore store();

    /// Opens another store on the same bytes, as another orchestrator would.
    BlobStore another(BlobLimits limits);

    default BlobStore another() {
        return another(LIMITS);
    }

    /// Closes the store and opens it again.
    default BlobStore restart() {
        store().close();
        return another();
    }
}
