package dev.baton.blobs;

import dev.baton.core.Sha256;
import dev.baton.core.Shown;

import java.time.Instant;

/// What was saved under a key: a tree, by the digest of its JSON.
///
/// @param size how many bytes its files have
public record SavedCache(String key, Sha256 tree, long size, Instant savedAt) {
    public static final int MOST_KEY_CHARACTERS = 512;

    public SavedCache {
        requireKey(key);
    }

    /// Refuses what is no key.
    public static void requireKey(String key) {
        if (key.isBlank()
                || key.length() > MOST_KEY_CHARACTERS
                || !key.codePoints().allMatch(Shown::isPlain)) {
            throw new IllegalArgumentException(
                    "key: expected 1 to %d plain characters, got '%s'"
                            .formatted(MOST_KEY_CHARACTERS, Shown.of(key)));
        }
    }
}
