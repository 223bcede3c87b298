package dev.baton.blobs.files;

import dev.baton.blobs.BlobException;
import dev.baton.blobs.BlobException.Code;
import dev.baton.blobs.Caches;
import dev.baton.blobs.SavedCache;
import dev.baton.core.Sha256;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/// Caches as small files named by the digest of their key. As with artifacts, the link that makes one visible fails if
/// the key is taken, also for another orchestrator.
final class FileCaches implements Caches {
    private static final String FORMAT = "baton-cache-1";

    private final Layout layout;
    private final Staging staging;

    FileCaches(Layout layout, Staging staging) {
        this.layout = layout;
        this.staging = staging;
    }

    @Override
    public Optional<SavedCache> find(String scope, String key) {
        SavedCache.requireKey(key);
        try {
            return Optional.of(read(layout.cache(scope, key)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw Failure.of("read a cache", e);
        }
    }

    @Override
    public Saving save(String scope, SavedCache cache) {
        Path place = layout.cache(scope, cache.key());
        byte[] bytes = written(cache);
        staging.reserve().take(bytes.length);
        try (var staged = staging.newFile()) {
            staged.write(ByteBuffer.wrap(bytes), 0);
            boolean isNew = staged.claim(place);
            // Also when another was first: it may not have come to this yet, and our answer
            // promises
            // it.
            staging.disk().syncNames(Directories.of(place), layout.root());
            return new Saving(isNew ? cache : read(place), isNew);
        } catch (IOException e) {
            throw Failure.of("save a cache", e);
        }
    }

    private static byte[] written(SavedCache cache) {
        return String.join(
                        "\n",
                        FORMAT,
                        cache.tree().toString(),
                        Long.toString(cache.size()),
                        cache.savedAt().toString(),
                        cache.key())
                .getBytes(StandardCharsets.UTF_8);
    }

    private static SavedCache read(Path place) throws IOException {
        String[] lines = Files.readString(place).split("\n", -1);
        try {
            if (lines[0].equals(FORMAT)) {
                return new SavedCache(
                        lines[4],
                        Sha256.parse(lines[1]),
                        Long.parseLong(lines[2]),
                        Instant.parse(lines[3]));
            }
        } catch (IllegalArgumentException | DateTimeException | ArrayIndexOutOfBoundsException e) {
            throw new BlobException(Code.CORRUPT, "%s: expected a saved cache".formatted(place), e);
        }
        throw new BlobException(Code.CORRUPT, "%s: expected a saved cache".formatted(place));
    }
}
