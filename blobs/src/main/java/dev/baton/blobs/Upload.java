package dev.baton.blobs;

import dev.baton.core.Sha256;

import org.jspecify.annotations.Nullable;

import java.io.InputStream;

/// Bytes on their way in. The stream is read to its end or to the first byte too many, and not closed.
///
/// @param maxBytes the most that is accepted
/// @param expected what the bytes must add up to, if the sender said so
public record Upload(
        InputStream bytes, long maxBytes, @Nullable Sha256 expected, ArtifactLabel label) {
    public Upload {
        if (maxBytes < 0) {
            throw new IllegalArgumentException(
                    "expected a limit of 0 bytes or more, got %d".formatted(maxBytes));
        }
    }

    public static Upload of(InputStream bytes, long maxBytes) {
        return new Upload(bytes, maxBytes, null, ArtifactLabel.NONE);
    }

    public Upload expecting(Sha256 digest) {
        return new Upload(bytes, maxBytes, digest, label);
    }

    public Upload labelled(ArtifactLabel as) {
        return new Upload(bytes, maxBytes, expected, as);
    }
}
