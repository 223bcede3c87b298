package dev.baton.blobs;

import dev.baton.core.Sha256;

import java.io.InputStream;
import java.util.Optional;

/// Content found by its digest: large job specs, workspaces, caches. The same bytes are kept once.
public interface Contents {
    /// Keeps the bytes. The stream is read to its end or to the first byte too many, and not closed.
    ContentResult put(InputStream bytes, long maxBytes);

    /// For more than a few contents.
    Intake intake();

    Optional<Opened<ContentId>> open(Sha256 sha256);

    /// What is known of a content without its bytes.
    Optional<ContentId> find(Sha256 sha256);

    default boolean has(Sha256 sha256) {
        return find(sha256).isPresent();
    }
}
