package dev.baton.workspace;

import dev.baton.core.Sha256;
import dev.baton.workspace.WorkspaceException.Code;

import java.io.IOException;
import java.io.InputStream;

/// Where the bytes of files come from when a tree is unpacked. What it gives is checked by whoever reads it.
@FunctionalInterface
public interface ContentSource {
    /// Opens a content; the caller closes it.
    ///
    /// @throws WorkspaceException with [Code#MISSING_CONTENT] if there is none
    InputStream open(Sha256 content) throws IOException;

    /// Opens a content again whose bytes turned out to be others: from a better place, if there is one.
    default InputStream reopen(Sha256 content) throws IOException {
        throw new WorkspaceException(
                Code.DIGEST_MISMATCH, "the bytes of %s are others".formatted(content.named()));
    }

    /// Reads a content that fits into memory, such as a tree.
    ///
    /// @throws WorkspaceException if it is longer, missing, or not what the digest names
    default byte[] read(Sha256 content, int mostBytes) throws IOException {
        byte[] bytes = read(open(content), mostBytes);
        if (!Sha256.digestOf(bytes).equals(content)) {
            bytes = read(reopen(content), mostBytes);
        }
        if (!Sha256.digestOf(bytes).equals(content)) {
            throw new WorkspaceException(
                    Code.DIGEST_MISMATCH, "the bytes of %s are others".formatted(content.named()));
        }
        return bytes;
    }

    private static byte[] read(InputStream opened, int mostBytes) throws IOException {
        try (opened) {
            byte[] bytes = opened.readNBytes(mostBytes);
            if (opened.read() >= 0) {
                throw new WorkspaceException(
                        Code.TOO_LARGE, "expected at most %d bytes".formatted(mostBytes));
            }
            return bytes;
        }
    }
}
