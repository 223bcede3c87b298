package dev.baton.blobs;

import dev.baton.core.Sha256;

/// The answer to a seal.
public sealed interface SealResult {
    record Sealed() implements SealResult {}

    /// The log has another size: its writer has more to send, or sent more than it knows.
    record WrongSize(long actual) implements SealResult {}

    /// The log has the size, but not the bytes.
    record DigestMismatch(Sha256 actual) implements SealResult {}
}
