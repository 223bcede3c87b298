package dev.baton.blobs.files;

import dev.baton.blobs.Artifact;
import dev.baton.blobs.ArtifactLabel;
import dev.baton.blobs.ArtifactName;
import dev.baton.blobs.BlobException;
import dev.baton.blobs.BlobException.Code;
import dev.baton.core.Sha256;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/// How an artifact begins on disk: a block of fixed size that says in six lines what follows it. Both in one file, so
/// that they appear together.
///
/// No field can contain a line break: names and labels are checked when they are made.
final class ArtifactHeader {
    static final int BYTES = 2048;
    private static final String FORMAT = "baton-artifact-1";

    private ArtifactHeader() {}

    static ByteBuffer of(Artifact artifact) {
        String lines =
                String.join(
                        "\n",
                        FORMAT,
                        artifact.name().value(),
                        artifact.label().type(),
                        artifact.label().mediaType(),
                        Long.toString(artifact.size()),
                        artifact.sha256().toString(),
                        "");
        return ByteBuffer.wrap(Arrays.copyOf(lines.getBytes(StandardCharsets.UTF_8), BYTES));
    }

    /// Reads the header, and leaves the file at the first byte of the artifact.
    static Artifact read(FileChannel file, Path path) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BYTES);
        int n = 0;
        while (block.hasRemaining() && n >= 0) {
            n = file.read(block);
        }
        try {
            Artifact artifact = parse(new String(block.array(), StandardCharsets.UTF_8));
            if (file.size() == BYTES + artifact.size()) {
                return artifact;
            }
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new BlobException(
                    Code.CORRUPT, "%s: expected the header of an artifact".formatted(path), e);
        }
        throw new BlobException(
                Code.CORRUPT, "%s: expected the size that its header says".formatted(path));
    }

    private static Artifact parse(String header) {
        String[] lines = header.split("\n", -1);
        if (!lines[0].equals(FORMAT)) {
            throw new IllegalArgumentException("expected " + FORMAT);
        }
        return new Artifact(
                new ArtifactName(lines[1]),
                new ArtifactLabel(lines[2], lines[3]),
                Long.parseLong(lines[4]),
                Sha256.parse(lines[5]));
    }
}
