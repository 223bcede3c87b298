package dev.baton.blobs;

/// The answer to content that was sent.
public sealed interface ContentResult {
    record Kept(ContentId id) implements ContentResult {}

    /// Nothing of it is kept.
    record TooLarge(long maxBytes) implements ContentResult {}
}
