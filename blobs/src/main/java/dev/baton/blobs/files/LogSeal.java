package dev.baton.blobs.files;

import dev.baton.blobs.BlobException;
import dev.baton.blobs.BlobException.Code;
import dev.baton.core.Sha256;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a complete log has: one line beside it. The file says that the log is sealed by being there.
record LogSeal(long size, Sha256 sha256) {
    static LogSeal read(Path file) throws IOException {
        String line = Files.readString(file);
        try {
            String[] words = line.strip().split(" ", 2);
            return new LogSeal(Long.parseLong(words[0]), Sha256.parse(words[1]));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new BlobException(
                    Code.CORRUPT, "%s: expected a size and a SHA-256".formatted(file), e);
        }
    }

    void write(Path file, Staging staging) throws IOException {
        String line = "%d %s\n".formatted(size, sha256);
        try (var staged = staging.newFile()) {
            staged.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)), 0);
            staged.replace(file);
        }
    }
}
