package dev.baton.blobs;

import java.util.Optional;

/// What jobs left for those that come after them, by keys of their choice. A key that is taken stays as it is: two jobs
/// that read the same key read the same files, and nobody can change them afterwards. Keys are those of a scope: what is saved in one
/// is not seen in another, so that no job can take a key before the jobs of somebody else do.
public interface Caches {
    Optional<SavedCache> find(String scope, String key);

    /// Saves, unless the key is taken. Of several at once, one wins.
    ///
    /// @return what the key stands for from now on
    Saving save(String scope, SavedCache cache);

    /// The answer to a save.
    ///
    /// @param isNew whether it was this save that took the key
    record Saving(SavedCache kept, boolean isNew) {}
}
