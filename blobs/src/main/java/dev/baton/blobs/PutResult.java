package dev.baton.blobs;

import dev.baton.core.Sha256;

/// The answer to an upload of an artifact. Unless it is [Stored], nothing of the upload is left.
public sealed interface PutResult {
    /// The artifact is kept: by this upload, or by an earlier one of the same bytes.
    record Stored(Artifact artifact) implements PutResult {}

    /// The name belongs to other bytes. An artifact never changes.
    record NameTaken(Artifact by) implements PutResult {}

    record TooLarge(long maxBytes) implements PutResult {}

    /// The bytes are not the ones that the sender announced.
    record DigestMismatch(Sha256 actual) implements PutResult {}
}
